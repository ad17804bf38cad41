// Reads messages from the standard input, tells what docs/webhooks/verify.js says of each.
const [, , snippet] = process.argv;
const { sign, verify } = require(snippet);
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
const told = asked.map((one) => {
  const body = Buffer.from(one.body_base64, "base64");
  if (one.sign) return sign(one.secrets[0], one.sign, body, one.now ?? undefined);
  return verify(one.secrets, one.headers, body, one.now);
});
console.log(JSON.stringify(told));
