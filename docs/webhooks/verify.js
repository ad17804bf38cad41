// Alibi's webhooks, signed and verified: copy this file, it needs nothing but Node 14 or newer.
//
// Whoever receives: give the BODY AS IT CAME, a Buffer (in Express: express.raw({type: "*/*"}),
// not express.json()). JSON that was read and written again differs in spaces and escapes, and
// its signature with them. A valid message may come twice, when an answer got lost: remember its
// webhook-id for some days, and do nothing the second time.
"use strict";

const crypto = require("crypto");

const TOLERANCE = 300; // seconds by which a clock may be wrong; older messages are a recording

// Gives the three headers of a message; body is the Buffer that will be sent. Whoever tries again
// later keeps the messageId and signs anew: the time is of the attempt.
function sign(secret, messageId, body, now = Date.now() / 1000) {
  const seconds = String(Math.floor(now));
  return {
    "webhook-id": messageId,
    "webhook-timestamp": seconds,
    "webhook-signature": "v1," + signature(secret, messageId, seconds, body),
  };
}

// Whether one of your secrets ("whsec_…") signed these bytes, and signed them just now. Anything
// malformed is false, never an exception: answer 401. Have a list of secrets, so that a new one
// can be added before the old one is taken away.
function verify(secrets, headers, body, now = Date.now() / 1000) {
  const lower = {};
  for (const name of Object.keys(headers)) lower[name.toLowerCase()] = String(headers[name]);
  const messageId = lower["webhook-id"] || "";
  const seconds = lower["webhook-timestamp"] || "";
  // A dot separates what is signed, so none may be in the id.
  if (!/^[!-\-\/-~]{1,256}$/.test(messageId)) return false;
  if (!/^[0-9]{1,12}$/.test(seconds)) return false;
  if (Math.abs(now - Number(seconds)) > TOLERANCE) return false;
  const wanted = secrets.map((secret) => signature(secret, messageId, seconds, body));
  let valid = false;
  // Several signatures stand side by side while a secret is being replaced; unknown versions are
  // passed over, and the loop does not stop early.
  for (const item of (lower["webhook-signature"] || "").split(" ").slice(0, 20)) {
    for (const one of wanted) {
      const same = equal(item, "v1," + one);
      valid = valid || same;
    }
  }
  return valid;
}

// Takes the same time whether the first or the last letter differs. timingSafeEqual throws for
// lengths that differ, and how long a signature is, is no secret.
function equal(given, wanted) {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}

function signature(secret, messageId, seconds, body) {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const hmac = crypto.createHmac("sha256", key);
  return hmac.update(messageId + "." + seconds + ".").update(body).digest("base64");
}

module.exports = { sign, verify };
