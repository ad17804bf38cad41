/* Runs inside Thunderbird: replies to the one message of the local inbox.
   arguments: the typed lines, whether HTML is written; the last one takes the outcome. */
const [lines, html, done] = arguments;
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
const wait = ms => new Promise(resolve => setTimeout(resolve, ms));

async function until(what, find) {
  for (let turn = 0; turn < 200; turn++) {
    const found = find();
    if (found) {
      return found;
    }
    await wait(100);
  }
  throw new Error(`no ${what}`);
}

async function message() {
  const root = MailServices.accounts.localFoldersServer.rootFolder;
  const inbox = await until("inbox", () => root.containsChildNamed("Inbox") && root.getChildNamed("Inbox"));
  return until("letter", () => {
    try {
      inbox.updateFolder(null);
      return [...inbox.messages][0];
    } catch (error) {
      return null;
    }
  });
}

async function composer() {
  const open = () => Services.wm.getMostRecentWindow("msgcompose");
  const win = await until("window", open);
  await until("editor", () => win.gMsgCompose && win.gMsgCompose.editor && win.gLoadingComplete !== false);
  await wait(1500);
  return win;
}

function type(win) {
  const page = win.document.getElementById("messageEditor").contentDocument;
  page.defaultView.focus();
  lines.forEach((line, number) => {
    if (number) {
      page.execCommand(html ? "insertParagraph" : "insertLineBreak", false, null)
        || win.gMsgCompose.editor.insertLineBreak();
    }
    page.execCommand("insertText", false, line);
  });
}

(async () => {
  const header = await message();
  const identity = MailServices.accounts.allIdentities[0];
  const uri = header.folder.getUriForMsg(header);
  const format = html ? Ci.nsIMsgCompFormat.HTML : Ci.nsIMsgCompFormat.PlainText;
  MailServices.compose.OpenComposeWindow(
    null, header, uri, Ci.nsIMsgCompType.ReplyToSender, format, identity, null, null);
  const win = await composer();
  type(win);
  await wait(300);
  win.GenericSendMessage(Ci.nsIMsgCompDeliverMode.Now);
  await until("end", () => win.closed);
  return "sent";
})().then(done, error => done(String(error)));
