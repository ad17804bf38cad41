<?php
// Alibi's webhooks, signed and verified: copy this file, it needs nothing but PHP 7.1 or newer.
//
// Whoever receives: give the BODY AS IT CAME, file_get_contents('php://input'), and the headers
// of getallheaders(). JSON that was read and written again differs in spaces and escapes, and its
// signature with them. A valid message may come twice, when an answer got lost: remember its
// webhook-id for some days, and do nothing the second time.

const ALIBI_TOLERANCE = 300; // seconds by which a clock may be wrong; older ones are a recording

/**
 * Gives the three headers of a message; $body are the bytes that will be sent. Whoever tries
 * again later keeps the $messageId and signs anew: the time is of the attempt.
 */
function alibi_sign(string $secret, string $messageId, string $body, ?int $now = null): array
{
    $seconds = (string) ($now ?? time());
    return [
        'webhook-id' => $messageId,
        'webhook-timestamp' => $seconds,
        'webhook-signature' => 'v1,' . alibi_signature($secret, $messageId, $seconds, $body),
    ];
}

/**
 * Whether one of your secrets ("whsec_…") signed these bytes, and signed them just now. Anything
 * malformed is false, never an exception: answer 401. Have a list of secrets, so that a new one
 * can be added before the old one is taken away.
 */
function alibi_verify(array $secrets, array $headers, string $body, ?int $now = null): bool
{
    $headers = array_change_key_case($headers, CASE_LOWER);
    $messageId = (string) ($headers['webhook-id'] ?? '');
    $seconds = (string) ($headers['webhook-timestamp'] ?? '');
    // A dot separates what is signed, so none may be in the id. D, for $ lets a newline through.
    if (!preg_match('~^[\x21-\x2d\x2f-\x7e]{1,256}$~D', $messageId)) {
        return false;
    }
    if (!preg_match('~^[0-9]{1,12}$~D', $seconds)) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $seconds) > ALIBI_TOLERANCE) {
        return false;
    }
    $valid = false;
    // Several signatures stand side by side while a secret is being replaced; unknown versions
    // are passed over. hash_equals takes the same time whether the first or the last letter
    // differs, and the loop does not stop early either.
    $items = explode(' ', (string) ($headers['webhook-signature'] ?? ''));
    foreach ($secrets as $secret) {
        $wanted = 'v1,' . alibi_signature($secret, $messageId, $seconds, $body);
        foreach (array_slice($items, 0, 20) as $item) {
            $same = hash_equals($wanted, $item);
            $valid = $valid || $same;
        }
    }
    return $valid;
}

function alibi_signature(string $secret, string $messageId, string $seconds, string $body): string
{
    $key = base64_decode(preg_replace('~^whsec_~', '', $secret));
    return base64_encode(hash_hmac('sha256', "$messageId.$seconds.$body", $key, true));
}
