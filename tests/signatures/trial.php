<?php
// Reads messages from the standard input, tells what docs/webhooks/verify.php says of each.
error_reporting(E_ALL);
set_error_handler(function ($level, $message) { throw new ErrorException($message); });
require $argv[1];
$told = [];
foreach (json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR) as $one) {
    $body = base64_decode($one['body_base64'], true);
    $told[] = isset($one['sign'])
        ? alibi_sign($one['secrets'][0], $one['sign'], $body, $one['now'])
        : alibi_verify($one['secrets'], $one['headers'], $body, $one['now']);
}
echo json_encode($told, JSON_THROW_ON_ERROR);
