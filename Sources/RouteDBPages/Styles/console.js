'use strict';
// What the console does beyond links and forms; every page can be read without it.
(() => {
  const body = document.body;

  // "/" goes to the box that tries a URL.
  const box = document.getElementById('try-url');
  document.addEventListener('keydown', (event) => {
    const busy = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key !== '/' || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });

  // Command lines can be copied.
  const addCopyButtons = (root) => {
    for (const line of root.querySelectorAll('pre.command')) {
      const frame = document.createElement('div');
      frame.className = 'copyable';
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      button.setAttribute('aria-label', 'Copy this command');
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(line.textContent);
          button.textContent = 'Copied';
        } catch {
          button.textContent = 'Not allowed';
        }
        setTimeout(() => { button.textContent = 'Copy'; }, 1500);
      });
      line.replaceWith(frame);
      frame.append(line, button);
    }
  };
  addCopyButtons(document);

  // While somebody types, the service says what saving would do.
  const form = document.querySelector('form[data-foresight]');
  const panel = document.getElementById('foresight');
  if (form && panel) {
    let timer = 0;
    let latest = 0;
    const ask = async () => {
      const number = ++latest;
      const fields = new URLSearchParams(new FormData(form));
      fields.set('action', 'preview');
      fields.set('fragment', '1');
      panel.setAttribute('aria-busy', 'true');
      try {
        const answer = await fetch(form.dataset.foresight, { method: 'POST', body: fields });
        const text = await answer.text();
        // Only the answer to what stands in the form now is shown.
        if (number !== latest || !answer.headers.get('content-type').startsWith('text/html')) return;
        panel.innerHTML = text;
        addCopyButtons(panel);
      } catch {
        if (number === latest) panel.textContent = 'The service does not answer.';
      } finally {
        if (number === latest) panel.removeAttribute('aria-busy');
      }
    };
    form.addEventListener('input', (event) => {
      if (event.target.name === 'message') return;
      clearTimeout(timer);
      timer = setTimeout(ask, 250);
    });
  }

  // The newest hits are asked for every two seconds, unless somebody pauses them.
  const live = document.querySelector('[data-live]');
  if (live) {
    const pause = document.createElement('button');
    pause.type = 'button';
    pause.textContent = 'Pause';
    let paused = false;
    pause.addEventListener('click', () => {
      paused = !paused;
      pause.textContent = paused ? 'Go on' : 'Pause';
    });
    document.getElementById('live-state').append(pause);
    setInterval(async () => {
      if (paused || document.hidden) return;
      try {
        const answer = await fetch(live.dataset.live);
        if (answer.ok && !paused) live.innerHTML = await answer.text();
      } catch {
        // The next look may find the service again.
      }
    }, 2000);
  }

  // A newer revision is announced, and nothing moves.
  const newer = document.getElementById('newer');
  const shown = Number(body.dataset.revision);
  const look = async () => {
    if (document.hidden || newer.childNodes.length > 0) return;
    try {
      const answer = await fetch('/readyz');
      const { revision } = await answer.json();
      if (!(revision > shown)) return;
      const link = document.createElement('a');
      link.href = location.href;
      link.textContent = 'reload';
      newer.append(` rev ${revision} is there · `, link);
    } catch {
      // The next look may find the service again.
    }
  };
  setInterval(look, 10000);
})();
