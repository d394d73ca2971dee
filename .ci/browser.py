"""Walks the console in Chromium: every page, both themes, three widths; edits, and rolls back.

Fails on errors in the browser's console, which include what the content security policy refuses, on
fields without a label, on pages that scroll sideways, and on requests to another host.

Usage: browser.py LOGIN-ADDRESS SCRATCH-FOLDER
"""

import json
import os
import shutil
import sys
import time
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

LOGIN, SCRATCH = sys.argv[1], sys.argv[2]
BASE = "{0.scheme}://{0.netloc}".format(urlsplit(LOGIN))
IMAGES = "Docs/Images"
WIDTHS = (360, 800, 1400)
THEMES = ("light", "dark")
HOSTILE = "<img src=x onerror=alert(1)>\u202e" + "x" * 5000

PAGES = [
    "/", "/?period=24h", "/?from=2026-01-01&to=2026-01-31", "/routes/10?period=2026-01-01..2026-01-31", "/routes", "/routes?q=cart&period=30d", "/routes?state=disabled", "/routes/6",
    "/routes?group=shop&label=owner&state=never", "/routes?state=shadowed&target=cart",
    "/routes/6?value=7&host=nook.example", "/routes/6/edit", "/new", "/documents", "/lint",
    "/new?pattern=%2Fstores%2F%7Bcity%7D&target=store", "/history", "/?part=health",
    "/history?part=durations&period=30d", "/diff", "/diff?from=1&to=2", "/diff?from=x",
    "/app-links", "/live", "/live?outcome=unmatched", "/imports/1/undo", "/changes", "/changes/2", "/changes/2/rollback", "/access", "/access/new", "/links", "/links/new", "/tests", "/tests/new?url=%2Fstores%2FRome", "/routes/6/remove", "/sql",
    "/sql?query=SELECT%20url%20FROM%20hits%20LIMIT%203", "/sql?query=SELECT%20%27%3Cb%3E%27",
    "/sql?query=DELETE%20FROM%20route", "/try?url=https%3A%2F%2Fnook.example%2Fp%2F7%2Fmug",
    "/try?url=https%3A%2F%2Fnook.example%2Fp%2Fmug-17", "/try?url=%2F%2F&revision=99",
    "/try?url=https%3A%2F%2Fnook.example%2Fcart&principal=ada&roles=staff&context=a%3D1&kind=GET",
]

options = webdriver.ChromeOptions()
for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
# Nothing is looked up or reported elsewhere: browser and driver are the system's.
options.binary_location = shutil.which("chromium")
browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what, file=sys.stderr)


def resize(width, height=900):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


def theme(name):
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": name}]})


def open_page(path):
    browser.get(BASE + path)


def look(where, statuses=(200,)):
    """Checks the page that is shown."""
    for entry in browser.get_log("browser"):
        check(entry["level"] != "SEVERE", f"{where}: {entry['message'][:300]}")
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = message["params"]["request"]["url"]
            check(url.startswith((BASE, "chrome", "data:")), f"{where}: asks {url[:100]}")
    wide = browser.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    check(wide[0] <= wide[1], f"{where}: is {wide[0]} wide in a window of {wide[1]}")
    unlabelled = browser.execute_script("""
        return [...document.querySelectorAll('input,select,textarea')].filter(
            (field) => field.type !== 'hidden' && field.labels.length === 0
                && !field.getAttribute('aria-label')).map((field) => field.outerHTML)""")
    check(not unlabelled, f"{where}: fields without a label: {unlabelled}")
    images = browser.execute_script("""
        return [...document.querySelectorAll('svg')].filter((image) => !image.parentElement.closest('svg')
            && image.getAttribute('aria-hidden') !== 'true'
            && !(image.getAttribute('role') === 'img' && image.getAttribute('aria-label'))).length""")
    check(images == 0, f"{where}: {images} charts without a label")
    check(browser.title and browser.find_elements(By.TAG_NAME, "h1"), f"{where}: has no title")


def loaded():
    return browser.execute_script("return document.readyState") == "complete"


def wait(condition, what):
    """Waits until the condition holds on a whole page: a new address is known before its text.

    While one page follows another, elements go stale: asks again.
    """
    try:
        WebDriverWait(browser, 20, ignored_exceptions=[WebDriverException]).until(lambda _: condition() and loaded())
    except TimeoutException:
        check(False, f"{what} (at {browser.current_url}: {text('main')[:300]!r})")


def fill(name, text):
    field = browser.find_element(By.NAME, name)
    field.clear()
    field.send_keys(text)


def value(name):
    return browser.find_element(By.NAME, name).get_attribute("value")


def text(selector):
    return " ".join(found.text for found in browser.find_elements(By.CSS_SELECTOR, selector))


def walk():
    for name in THEMES:
        theme(name)
        for width in WIDTHS:
            resize(width)
            for path in PAGES:
                open_page(path)
                look(f"{path} ({name}, {width})")
    print(f"walked {len(PAGES)} pages in {len(THEMES)} themes and {len(WIDTHS)} widths")


def edit():
    theme("light")
    resize(1400)
    open_page("/routes/10/edit")
    fill("pattern", "/basket/{id:nope}")
    wait(lambda: text("#foresight mark"), "the mistake in a pattern is marked while typing")
    check(text("#foresight mark") == "nope", f"the marked bytes are {text('#foresight mark')!r}")
    fill("pattern", "/basket")
    wait(lambda: "would be answered otherwise" in text("#foresight"), "the replay is shown")
    picture("console-edit")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: "no message" in text(".notice"), "saving asks for a message")
    fill("message", "Carts are baskets now")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/routes/10"), "saving leads to the route")
    check("/basket" in text(".summary"), "the route has its new pattern")
    look("the edited route")
    open_page("/changes")
    check("Carts are baskets now" in text("table"), "the log has the message")


def edit_twice():
    """Two people edit one field: the second sees both values, and may take the other one's."""
    open_page("/routes/10/edit")
    browser.execute_script("document.querySelector('[name=revision]').value = '2'")
    fill("pattern", "/bag")
    fill("message", "Late")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: "Somebody else has changed this too" in text("#foresight"), "both values are shown")
    look("two edits of one field")
    browser.find_element(By.CSS_SELECTOR, "button[name=take][value=pattern]").click()
    wait(lambda: value("pattern") == "/basket", "the other one's value is taken")
    check(value("message") == "Late", "what was typed is kept")


def roll_back():
    open_page("/changes/2/rollback")
    wait(lambda: "Difference" in text("h2"), "a rollback shows what it would do")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/changes"), "a rollback leads to the log")
    check("Roll back to revision 2" in text("table"), "the log has the rollback")
    open_page("/routes/10")
    check("/cart" in text(".summary"), "the route has its old pattern")


def redirect():
    """The form of a route makes it a redirect, with or without script."""
    open_page("/routes/10/edit")
    # Typed, as a click by the driver tells the page less than one by a person does.
    browser.find_element(By.NAME, "status").send_keys("302")
    wait(lambda: "needs a URL" in text("#foresight"), "a redirect needs a URL")
    fill("redirect", "/p/7/mug")
    wait(lambda: "/p/7/mug" in text("#foresight"), "what the redirect changes is shown")
    fill("message", "Elsewhere")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/routes/10"), "saving leads to the route")
    check("redirects (302) to /p/7/mug" in text(".summary"), "the route says where it redirects")
    look("a redirect")
    open_page("/try?url=https%3A%2F%2Fnook.example%2Fcart")
    check("redirects (302) to /p/7/mug" in text(".summary"), "and so does a URL that is tried")
    look("a URL that is redirected")
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    open_page("/routes/10/edit")
    browser.find_element(By.NAME, "status").send_keys("none")
    fill("redirect", "")
    fill("message", "Back here")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/routes/10"), "a redirect ends without script")
    check("leads to" in text(".summary"), "the route leads to its target again")
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def unmatched_to_route():
    open_page("/history")
    browser.find_element(By.CSS_SELECTOR, ".clusters .button").click()
    wait(lambda: "would be answered otherwise" in text("#foresight"), "a suggestion shows its hits")
    fill("message", "As the history suggests")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: "/routes/" in browser.current_url, "adding leads to the route")
    open_page("/history")
    boxes = browser.find_elements(By.CSS_SELECTOR, ".clusters [name=route]")
    check(len(boxes) > 1, "several suggestions can be chosen")
    for box in boxes[:2]:
        box.click()
    browser.find_element(By.XPATH, "//button[text()='Add the chosen routes']").click()
    wait(lambda: "would be answered otherwise" in text("#foresight"), "both show their hits")
    look("two suggestions")
    fill("message", "As the history suggests")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/changes"), "adding leads to the log")


def type_a_search():
    open_page("/routes")
    before = text("h1")
    browser.find_element(By.NAME, "q").send_keys("checkout")
    wait(lambda: text("h1") != before, "the table follows what is typed")
    wait(lambda: "q=checkout" in browser.current_url, "and so does the address")
    check("checkout" in text("#found table"), "the routes are those that were looked for")
    look("a search")


def change_many():
    open_page("/routes?q=checkout")
    boxes = browser.find_elements(By.NAME, "route")
    for box in boxes[:2]:
        box.click()
    browser.find_element(By.CSS_SELECTOR, ".bulk button[type=submit]").click()
    wait(lambda: "Disable" in text("h1"), "chosen routes are shown before they change")
    check("Difference" in text("h2"), "with what changing them would do")
    look("many routes")
    fill("message", "Not in this season")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/routes"), "changing many leads to the table")
    open_page("/routes?q=checkout&state=disabled")
    check(len(browser.find_elements(By.NAME, "route")) == len(boxes[:2]), "they are disabled")


def upload():
    open_page("/documents")
    check(browser.find_elements(By.CSS_SELECTOR, "input[type=file]"), "a file can be chosen")
    path = os.path.join(SCRATCH, "routes.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("pattern,target,name,note\n/uploaded,uploaded,uploaded," + HOSTILE[:60] + "\n")
    browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(path)
    wait(lambda: "/uploaded" in text("#foresight"), "a file is shown before it is added")
    check("routes.csv" in browser.find_element(By.NAME, "file").get_attribute("value"), "its name")
    look("a document")
    fill("message", "A document")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/changes"), "a document leads to the log")
    open_page("/documents")
    browser.find_element(By.NAME, "document").send_keys("pattern,target\n/{,a\n/{x:nope},b\n")
    wait(lambda: "line 3" in text("#foresight"), "each mistake has its line")


def what_if():
    open_page("/access/new")
    fill("route", "cart")
    wait(lambda: "Difference" in text("#foresight"), "a rule shows what it would have done")
    browser.find_element(By.CSS_SELECTOR, "button[value=all]").click()
    wait(lambda: "All traffic" in text("#foresight h2"), "and to all hits ever")
    wait(lambda: "denied" in text("#foresight"), "decisions are named when all hits are replayed")
    check("would be refused" in text("#foresight"), "and who would be refused")
    look("a rule over all hits")
    fill("message", "Nobody")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/access"), "a rule leads to the rules")
    browser.find_elements(By.LINK_TEXT, "Remove")[-1].click()
    wait(lambda: "Difference" in text("h2"), "without the rule, decisions change back")
    look("removing a rule")
    fill("message", "Everybody")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/access"), "removing leads to the rules")


def build_a_url():
    open_page("/routes?q=%2Fp%2F%7Bid")
    browser.find_element(By.CSS_SELECTOR, "#found td.c a").click()
    wait(lambda: "Build a URL" in text("h2"), "a route has a form that builds its URL")
    for field, value in zip(browser.find_elements(By.NAME, "value"), ("7", "mug")):
        field.send_keys(value)
    fill("host", "nook.example")
    fill("scheme", "https")
    browser.find_element(By.CSS_SELECTOR, "main form.ask button").click()
    wait(lambda: "https://nook.example/p/7/mug" in text("main section a"), "the URL is built")
    look("a built URL")


def save_a_table():
    open_page("/changes")
    browser.execute_script("""
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; });
            return make.call(URL, blob); };""")
    browser.find_element(By.CSS_SELECTOR, "button.save").click()
    wait(lambda: browser.execute_script("return window.saved"), "a table is saved")
    lines = browser.execute_script("return window.saved").splitlines()
    check(lines[0] == "revision,time,author,why,by", f"the CSV begins with {lines[0]!r}")


def watch():
    """A hit arrives while somebody looks, and waits while they have paused."""
    def record(number, url):
        browser.execute_async_script("""
            const done = arguments[arguments.length - 1];
            fetch(`/api/v1/hits?stream=browser-stream&first=${arguments[0]}`, {
                method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' },
                body: JSON.stringify({ url: arguments[1] }) }).then(done, done);""", number, url)

    open_page("/live")
    opened = lambda: browser.find_elements(By.CSS_SELECTOR, "#live[data-open]")
    wait(opened, "the service tells hits")
    record(1, "https://nook.example/first")
    wait(lambda: "/first" in text("#live td.c"), "a hit arrives")
    # The first one makes the table.
    wait(opened, "the service goes on telling hits")
    record(2, "https://nook.example/" + HOSTILE)
    wait(lambda: "onerror" in text("#live td.c"), "a hostile one too")
    check(not browser.find_elements(By.CSS_SELECTOR, "main img, main script"), "as text")
    look("live hits")
    browser.find_element(By.CSS_SELECTOR, "#live-state button").click()
    record(3, "https://nook.example/third")
    wait(lambda: "1 more" in text("#live-state"), "a hit waits while the list is paused")
    check("/third" not in text("#live td.c"), "and is not shown")
    browser.find_element(By.CSS_SELECTOR, "#live-state button").click()
    wait(lambda: "/third" in text("#live td.c"), "until the list goes on")
    # As if another tab were in front of this one.
    turn = """
        Object.defineProperty(document, 'hidden', { configurable: true, value: arguments[0] });
        document.dispatchEvent(new Event('visibilitychange'));"""
    browser.execute_script(turn, True)
    wait(lambda: not opened(), "a tab that is not seen follows no more")
    record(4, "https://nook.example/unseen")
    browser.execute_script(turn, False)
    wait(lambda: "/unseen" in text("#live td.c"), "and catches up when it is seen again")
    check(text("#live td.c").count("/third") == 1, "with each hit once")
    open_page("/live?outcome=matched")
    wait(opened, "the service tells hits with one outcome")
    record(5, "https://nook.example/fourth")
    record(6, "https://nook.example/p/7/mug?fifth")
    wait(lambda: "fifth" in text("#live td.c"), "those with the outcome arrive")
    check("/fourth" not in text("#live td.c"), "and no others")


def undo_an_import():
    open_page("/history")
    browser.find_element(By.LINK_TEXT, "Undo").click()
    wait(lambda: "Undo the import" in text("h1"), "an import has a form that undoes it")
    fill("word", "undo")
    look("undoing an import")
    browser.find_element(By.CSS_SELECTOR, "main button[type=submit]").click()
    wait(lambda: browser.current_url.endswith("/history"), "undoing leads to the history")
    check("No log was imported" in text("main"), "the import is gone")


def hostile():
    open_page("/new")
    browser.execute_script(
        "document.querySelector('[name=target]').value = arguments[0];"
        "document.querySelector('[name=note]').value = arguments[0]", HOSTILE)
    fill("pattern", "/hostile")
    fill("message", "<script>alert(1)</script>")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: text(".notice") or "/routes/" in browser.current_url, "hostile texts are answered")
    look("a route with hostile texts")
    for path in ("/routes?q=hostile", "/changes", "/try?url=https%3A%2F%2Fnook.example%2Fhostile",
                 "/try?url=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"):
        open_page(path)
        look(path)
        check(not browser.find_elements(By.CSS_SELECTOR, "main img, main script"), f"{path}: markup")


def compare_app_links():
    """The files of apps are shown with their proof, and a pasted one is compared with a manifest."""
    open_page("/app-links")
    check(text("main").count("exact") == 2, "the served files are proved")
    relation = "delegate_permission/common.handle_all_urls"
    links = [{
        "relation": [relation],
        "target": {
            "namespace": "android_app", "package_name": "example.nook",
            "sha256_cert_fingerprints": []},
        "relation_extensions": {relation: {"dynamic_app_link_components": [{"/": "/card/*"}]}}}]
    browser.find_element(By.CSS_SELECTOR, "option[value=gifts]").click()
    fill("host", "gifts.nook.example")
    fill("file", json.dumps(links))
    fill("manifest", '<manifest package="example.nook" />')
    browser.find_element(By.CSS_SELECTOR, "main form.ask button[type=submit]").click()
    wait(lambda: "which the manifest does not take" in text("main"), "a file is compared")
    look("a file that was compared")


def keyboard():
    open_page("/")
    browser.switch_to.active_element.send_keys("/")
    check(browser.switch_to.active_element.get_attribute("id") == "try-url", "'/' goes to the box")
    browser.switch_to.active_element.send_keys("https://nook.example/p/7/mug\n")
    wait(lambda: "product.detail" in text("h1"), "the box tries a URL")


def without_script():
    """Every page can be read, and a route edited, without script."""
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    open_page("/routes/6/edit")
    browser.find_element(By.CSS_SELECTOR, "button[value=preview]").click()
    wait(lambda: "Nothing would change" in text("#foresight"), "the preview works without script")
    open_page("/changes/2/rollback")
    browser.find_element(By.CSS_SELECTOR, "button[value=preview]").click()
    wait(lambda: "Difference" in text("#foresight"), "so does that of a rollback")
    open_page("/access/new")
    fill("route", "cart")
    browser.find_element(By.CSS_SELECTOR, "button[value=all]").click()
    link = lambda: browser.find_elements(By.LINK_TEXT, "see how far it is")
    wait(lambda: link() or "denied" in text("#foresight"), "all hits are replayed without script")
    if link():
        link()[0].click()
        wait(lambda: browser.refresh() or "denied" in text("main"), "and the page says what came of it")
    open_page("/history?part=visitors")
    check(browser.find_elements(By.TAG_NAME, "main"), "a part is a page without script")
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def zoom_a_chart():
    """A stretch of a chart that is dragged along is shown by itself, and a click chooses nothing."""
    open_page("/?period=7d")
    chart = browser.find_element(By.CSS_SELECTOR, "figure[data-starts] svg.chart")
    ActionChains(browser).move_to_element(chart).click().perform()
    ActionChains(browser).move_to_element(chart).click_and_hold().move_by_offset(200, 0).release().perform()
    wait(lambda: "period=20" in browser.current_url, "dragging leads to a period")
    check("T" in browser.current_url.split("period=")[1], f"the period has times: {browser.current_url}")
    look("a stretch of a chart")


def refresh():
    """Figures are counted again while nobody reads further below."""
    open_page("/")
    figure = lambda: text("h1")
    again = "document.querySelector('main').dispatchEvent(new Event('refresh'))"
    browser.execute_script("document.querySelector('main h1').textContent = 'old'; scrollTo(0, 300);" + again)
    time.sleep(1)
    check(figure() == "old", "nothing moves while somebody reads")
    browser.execute_script("scrollTo(0, 0);" + again)
    wait(lambda: figure() != "old", "figures are counted again at the top of the page")
    check(browser.find_elements(By.CSS_SELECTOR, "button.copy"), "what is new can be copied")


def make_a_test():
    """An answer that was tried becomes a test, which is removed again."""
    open_page("/try?url=%2Fstores%2FRome")
    browser.find_element(By.LINK_TEXT, "Make this a test").click()
    wait(lambda: "What the test expects" in text("main"), "the form says what the test expects")
    fill("name", "stores are found")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/tests"), "a test leads to the tests")
    check("stores are found" in text("table"), "the test is there")
    look("the tests")
    browser.find_element(By.CSS_SELECTOR, "[aria-label='Remove the test stores are found']").click()
    fill("message", "Tried")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/tests"), "removing leads to the tests")


def press_until(is_there):
    """Presses Tab until the focus is on an element."""
    for _ in range(200):
        if is_there(browser.switch_to.active_element):
            return
        ActionChains(browser).send_keys(Keys.TAB).perform()
    check(False, "Tab never gets there")


def edit_by_keyboard():
    """A route is found, edited and saved without a mouse."""
    open_page("/routes/10")
    press_until(lambda element: element.text == "Edit")
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    wait(lambda: browser.current_url.endswith("/edit"), "Enter follows a link")
    for name, words in (("labels", "owner=growth"), ("message", "By keyboard")):
        press_until(lambda element: element.get_attribute("name") == name)
        ActionChains(browser).send_keys(words).perform()
    press_until(lambda element: element.get_attribute("value") == "save")
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    wait(lambda: browser.current_url.endswith("/routes/10"), "Enter saves")
    check("owner" in text("main"), "the label is there")


def make_a_link():
    """A link is made, and its page has a QR code that can be saved."""
    status = browser.execute_async_script("""
        const done = arguments[arguments.length - 1];
        fetch('/api/v1/namespaces/go', {
            method: 'PUT', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ hosts: ['go.nook.example'] }) }).then((answer) => done(answer.status), done);""")
    check(status in (200, 201), f"a namespace for links is made: {status}")
    open_page("/links/new")
    fill("to", "https://nook.example/p/mug-17")
    fill("slug", "mug")
    browser.find_element(By.CSS_SELECTOR, "button[value=save]").click()
    wait(lambda: browser.current_url.endswith("/links"), "saving leads to the links")
    browser.find_element(By.PARTIAL_LINK_TEXT, "/mug").click()
    wait(lambda: browser.find_elements(By.CSS_SELECTOR, ".qr svg path"), "the link has a QR code")
    look("a link")
    code = browser.find_element(By.LINK_TEXT, "Download PNG").get_attribute("href")
    kind = browser.execute_async_script("""
        const done = arguments[arguments.length - 1];
        fetch(arguments[0]).then((answer) => answer.blob()).then((blob) => createImageBitmap(blob))
            .then((image) => done(image.width), (error) => done(String(error)));""", code)
    check(isinstance(kind, int) and kind % 10 == 0, f"the picture of the code can be shown: {kind}")


def lose_the_service():
    """The page says since when the service is gone, and that it is back."""
    open_page("/changes")
    browser.execute_script("""
        window.kept = window.fetch;
        window.fetch = () => Promise.reject(new Error('gone'));
        document.dispatchEvent(new Event('visibilitychange'));""")
    wait(lambda: "has not answered since" in text("#newer"), "the page says that the service is gone")
    look("a service that is gone")
    browser.execute_script("""
        window.fetch = window.kept;
        document.dispatchEvent(new Event('visibilitychange'));""")
    wait(lambda: "has not answered" not in text("#newer"), "and that it is back")


def log_out():
    open_page("/changes")
    browser.find_element(By.CSS_SELECTOR, ".who button").click()
    wait(lambda: "You are not logged in" in text("main"), "logging out says so")
    open_page("/changes")
    check("routedb login NAME" in text("main"), "and pages say how to log in")
    browser.get_log("browser")


def picture(name):
    if os.environ.get("ROUTEDB_WRITE_IMAGES") != "1":
        return
    theme("light")
    os.makedirs(IMAGES, exist_ok=True)
    resize(1200, 760)
    browser.execute_script("window.scrollTo(0, 0); document.activeElement.blur()")
    browser.save_screenshot(f"{IMAGES}/{name}.png")
    resize(1400)


def pictures():
    """The pictures of pages for Docs/console.md, but for that of an edit."""
    for name, path in (
            ("overview", "/"), ("route", "/routes/6"), ("try", "/try?url=https%3A%2F%2Fnook.example%2Fp%2Fmug-17"),
            ("history", "/history"), ("changes", "/changes")):
        open_page(path)
        picture(f"console-{name}")


def main():
    open_page("/")
    check("session" in text("main") or "token" in text("main"), "without a session, pages are refused")
    browser.get_log("browser")
    browser.get(LOGIN)
    browser.find_element(By.CSS_SELECTOR, "main button").click()
    wait(lambda: urlsplit(browser.current_url).path == "/", "logging in leads to the overview")
    if os.environ.get("ROUTEDB_WRITE_IMAGES") == "1":
        pictures()
    for step in (walk, compare_app_links, keyboard, edit, edit_twice, roll_back, redirect, unmatched_to_route,
                 type_a_search, change_many, upload, what_if, build_a_url, save_a_table, watch, zoom_a_chart, refresh,
                 make_a_test, edit_by_keyboard, without_script, hostile, undo_an_import, make_a_link, lose_the_service, log_out):
        before = len(failures)
        try:
            step()
        except Exception as error:
            check(False, f"{step.__name__}: {type(error).__name__}: {str(error)[:300]}")
        print("passed" if len(failures) == before else "FAILED", step.__name__)
    browser.quit()
    return 1 if failures else 0


sys.exit(main())
