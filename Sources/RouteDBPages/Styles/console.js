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

  // A table can be saved as CSV. Cells that a spreadsheet would take for a formula are marked as text.
  const cell = (text) => {
    const plain = /^[\d,]+$/.test(text) ? text.replaceAll(',', '') : text;
    const marked = /^\s*[=+@\-\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(plain) && !/^-?[\d.]*%?$/.test(plain) ? `'${plain}` : plain;
    return /[",\n\r]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
  };
  const addTableButtons = (root) => {
    for (const table of root.querySelectorAll('.scroll > table:not(.fields)')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'save';
      button.textContent = 'CSV';
      const name = table.caption ? table.caption.textContent : 'table';
      button.setAttribute('aria-label', `Save the table "${name}" as CSV`);
      button.addEventListener('click', () => {
        const rows = [...table.rows].map((row) => [...row.cells]
          .filter((one) => !one.classList.contains('b') && !one.querySelector('input'))
          .map((one) => cell(one.textContent.trim())).join(','));
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([`${rows.join('\n')}\n`], { type: 'text/csv' }));
        link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      });
      table.parentElement.after(button);
    }
  };
  // What goes on after the page is asked again until it has ended; it can be cancelled.
  const follow = (root) => {
    for (const part of root.querySelectorAll('[data-again]')) {
      const show = async (answer) => {
        if (!answer.ok || !part.isConnected) return;
        const next = document.createElement('div');
        next.innerHTML = await answer.text();
        part.replaceWith(next);
        finish(next);
      };
      const timer = setTimeout(() => fetch(part.dataset.again).then(show).catch(() => {}), 1000);
      part.querySelector('[data-cancel]').addEventListener('submit', (event) => {
        event.preventDefault();
        clearTimeout(timer);
        const body = new URLSearchParams({ fragment: '1' });
        fetch(event.target.action, { method: 'POST', body }).then(show).catch(() => {});
      });
    }
  };
  // A stretch of a chart that somebody drags along is shown by itself.
  const zoom = (figure) => {
    const starts = figure.dataset.starts.split(' ');
    const chart = figure.querySelector('svg.chart');
    const box = chart.querySelector('rect').cloneNode();
    box.setAttribute('class', 'zoom');
    box.setAttribute('height', '100%');
    let first = -1;
    const column = (event) => {
      const area = chart.getBoundingClientRect();
      const place = (event.clientX - area.left) / area.width * (starts.length - 1);
      return Math.max(0, Math.min(starts.length - 2, Math.floor(place)));
    };
    const range = (event) => [first, column(event)].sort((left, right) => left - right);
    chart.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      first = column(event);
      chart.setPointerCapture(event.pointerId);
    });
    chart.addEventListener('pointermove', (event) => {
      if (first < 0) return;
      const [from, to] = range(event);
      const width = 100 / (starts.length - 1);
      box.setAttribute('x', `${from * width}%`);
      box.setAttribute('width', `${(to + 1 - from) * width}%`);
      if (to > from) chart.append(box);
      else box.remove();
    });
    chart.addEventListener('pointerup', (event) => {
      if (first < 0) return;
      const [from, to] = range(event);
      first = -1;
      // A click chooses nothing.
      if (to === from) return;
      const address = new URL(location.href);
      for (const name of ['from', 'to', 'part', 'fragment']) address.searchParams.delete(name);
      address.searchParams.set('period', `${starts[from]}..${starts[to + 1]}`);
      location.assign(address);
    });
    chart.addEventListener('pointercancel', () => {
      first = -1;
      box.remove();
    });
  };
  const finish = (root) => {
    addCopyButtons(root);
    addTableButtons(root);
    follow(root);
    root.querySelectorAll('figure[data-starts]').forEach(zoom);
  };
  finish(document);

  // A file is read into the field of a document.
  for (const field of document.querySelectorAll('textarea[data-file]')) {
    const label = document.createElement('label');
    label.textContent = 'Choose a file';
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.addEventListener('change', async () => {
      const file = chooser.files[0];
      if (!file) return;
      field.value = await file.text();
      field.form.elements[field.dataset.file].value = file.name;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    label.append(chooser);
    field.parentElement.before(label);
  }

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
        finish(panel);
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
    if ('ask' in form.dataset) ask();
  }

  // The table of routes follows what somebody types, and so does the address.
  for (const search of document.querySelectorAll('form[data-search]')) {
    let timer = 0;
    let latest = 0;
    const look = async () => {
      const number = ++latest;
      const fields = [...new FormData(search)].filter(([, value]) => value !== '');
      const address = `${search.action}?${new URLSearchParams(fields)}`;
      try {
        const answer = await fetch(address);
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        const found = page.getElementById(search.dataset.search);
        if (number !== latest || !found) return;
        document.getElementById(search.dataset.search).innerHTML = found.innerHTML;
        document.querySelector('h1').innerHTML = page.querySelector('h1').innerHTML;
        finish(document.getElementById(search.dataset.search));
        history.replaceState(null, '', address);
      } catch {
        // The next key may find the service again.
      }
    };
    search.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(look, 200);
    });
  }

  // What takes long comes after the page.
  const load = (root) => {
    for (const part of root.querySelectorAll('[data-load]')) {
      part.setAttribute('aria-busy', 'true');
      fetch(part.dataset.load).then(async (answer) => {
        if (!answer.ok) return;
        part.innerHTML = await answer.text();
        finish(part);
      }).catch(() => {}).finally(() => part.removeAttribute('aria-busy'));
    }
  };
  load(document);

  // Figures that end now are counted again each minute, unless somebody reads further below, chooses or types.
  const figures = document.querySelector('main[data-refresh]');
  if (figures) {
    const isRead = () => document.hidden || scrollY > 40 || String(getSelection())
      || figures.contains(document.activeElement) && document.activeElement !== figures
      || figures.querySelector('details[open]');
    figures.addEventListener('refresh', async () => {
      if (isRead()) return;
      try {
        const answer = await fetch(location.href);
        if (!answer.ok) return;
        const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
        if (!next || isRead()) return;
        figures.replaceChildren(...next.childNodes);
        finish(figures);
        load(figures);
      } catch {
        // That the service is gone is said at the top.
      }
    });
    setInterval(() => figures.dispatchEvent(new Event('refresh')), 60000);
  }

  // The service tells each new hit; those that come while somebody has paused wait.
  const live = document.querySelector('[data-events]');
  if (live) {
    const most = 200;
    const waiting = [];
    let paused = false;
    const pause = document.createElement('button');
    pause.type = 'button';
    const name = () => {
      pause.textContent = paused ? `Go on (${waiting.length} more)` : 'Pause';
    };
    const element = (tag, text, style) => {
      const made = document.createElement(tag);
      made.textContent = text;
      if (style) made.className = style;
      return made;
    };
    const link = (path, text) => {
      const made = element('a', '');
      made.href = path;
      made.append(element('code', text));
      return made;
    };
    const show = (hit) => {
      const row = document.createElement('tr');
      const route = hit.routeId ? link(`/routes/${hit.routeId}`, hit.route || `#${hit.routeId}`) : '';
      const url = hit.url.length > 2000 ? `${hit.url.slice(0, 2000)}…` : hit.url;
      const cells = [
        [hit.time.slice(11, 19), 't'], [element('span', hit.outcome, `outcome ${hit.outcome}`), ''],
        [link(`/try?url=${encodeURIComponent(hit.url)}`, url), 'c'], [route, 'c'],
      ];
      for (const [content, style] of cells) {
        const made = element('td', '', style);
        made.append(content);
        row.append(made);
      }
      const rows = live.querySelector('tbody');
      // Before the first hit there is no table.
      if (!rows) {
        location.reload();
        return;
      }
      rows.prepend(row);
      while (rows.rows.length > most) rows.lastElementChild.remove();
    };
    pause.addEventListener('click', () => {
      paused = !paused;
      if (!paused) waiting.splice(0).forEach(show);
      name();
    });
    name();
    document.getElementById('live-state').append(pause);
    // Only a tab that is seen follows, and one that comes back begins where it was: a browser keeps few
    // connections to a service, for all its tabs together.
    const address = new URL(live.dataset.events, location.href);
    let events = null;
    const listen = () => {
      if (document.hidden) {
        if (events) events.close();
        events = null;
        delete live.dataset.open;
        return;
      }
      if (events) return;
      events = new EventSource(address);
      events.addEventListener('open', () => { live.dataset.open = ''; });
      events.addEventListener('hit', (event) => {
        const hit = JSON.parse(event.data);
        if (event.lastEventId) address.searchParams.set('after', event.lastEventId);
        if (!paused) {
          show(hit);
        } else {
          waiting.push(hit);
          if (waiting.length > most) waiting.shift();
          name();
        }
      });
    };
    listen();
    document.addEventListener('visibilitychange', listen);
  }

  // A newer revision is announced, and nothing moves; so is a service that answers no more, and since when.
  const newer = document.getElementById('newer');
  const health = document.querySelector('.top .health');
  const shown = Number(body.dataset.revision);
  let gone = false;
  const look = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch('/readyz', { cache: 'no-store' });
      const { revision } = await answer.json();
      if (gone) newer.replaceChildren();
      gone = false;
      health.hidden = false;
      if (!(revision > shown) || newer.childNodes.length > 0) return;
      const link = document.createElement('a');
      link.href = location.href;
      link.textContent = 'reload';
      newer.append(` rev ${revision} is there · `, link);
    } catch {
      if (gone) return;
      gone = true;
      health.hidden = true;
      newer.replaceChildren(`The service has not answered since ${new Date().toISOString().slice(11, 19)} UTC`);
    }
  };
  setInterval(look, 10000);
  document.addEventListener('visibilitychange', look);
})();
