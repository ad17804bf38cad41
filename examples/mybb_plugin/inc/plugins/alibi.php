<?php
// A bridge between MyBB 1.8 and Alibi. A sketch, NEVER TRIED ON A LIVE BOARD: see ../../README.md.

if (!defined('IN_MYBB')) {
    die();
}

require_once __DIR__ . '/alibi_verify.php';

const ALIBI_BOT = 12; // the uid of the game master
const ALIBI = [ // thread => what POST /v1/games/…/forum-bindings answered
    // '77' => ['hook_url' => 'https://alibi.example.org/v1/hooks/generic/…', 'secret' => 'whsec_…'],
];

function alibi_info(): array
{
    return ['name' => 'Alibi', 'version' => '0.1', 'compatibility' => '18*', 'codename' => 'alibi',
        'description' => 'Threads at which a game master sits'];
}

$plugins->add_hook('datahandler_post_insert_post_end', 'alibi_inserted');
$plugins->add_hook('datahandler_post_insert_merge', 'alibi_merged');
$plugins->add_hook('datahandler_post_update_end', 'alibi_updated');
$plugins->add_hook('class_moderation_delete_post_start', 'alibi_deleted');
$plugins->add_hook('misc_start', 'alibi_asked');

function alibi_inserted($handler): void
{
    alibi_tell('forum.post.created', (int) $handler->pid);
}

/** A board may put a post into the one before it, if both are by one author: that is an edit. */
function alibi_merged($handler): void
{
    alibi_tell('forum.post.edited', (int) $handler->return_values['pid']);
}

function alibi_updated($handler): void
{
    alibi_tell('forum.post.edited', (int) $handler->data['pid']);
}

function alibi_deleted($pid): void
{
    alibi_tell('forum.post.deleted', (int) $pid);
}

/** Tells of a post of a bound thread; what waits for approval or is a draft is none yet. */
function alibi_tell(string $type, int $pid): void
{
    global $mybb;
    $post = get_post($pid);
    $bound = ALIBI[(string) ($post['tid'] ?? '')] ?? null;
    if (!$bound || (int) $post['uid'] === ALIBI_BOT || (int) $post['visible'] !== 1) {
        return;
    }
    $at = fn($seconds) => gmdate('Y-m-d\TH:i:s\Z', (int) $seconds);
    $body = json_encode(['type' => $type, 'timestamp' => $at(TIME_NOW), 'data' => [
        'thread_id' => (string) $post['tid'], 'post_id' => (string) $pid,
        'author' => ['id' => (string) $post['uid'], 'name' => $post['username']],
        'created_at' => $at($post['dateline']),
        'edited_at' => $type === 'forum.post.created' ? null : $at(TIME_NOW),
        'editor_id' => (string) $mybb->user['uid'],
        'markup' => 'bbcode', 'body' => $post['message'],
        'url' => $mybb->settings['bburl'] . "/showthread.php?pid=$pid#pid$pid",
    ]], JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
    $headers = alibi_sign($bound['secret'], 'msg_' . bin2hex(random_bytes(16)), $body);
    $lines = array_map(fn($name) => "$name: $headers[$name]", array_keys($headers));
    // What does not arrive is lost: a board that matters keeps it and tries again.
    @file_get_contents($bound['hook_url'], false, stream_context_create(['http' => [
        'method' => 'POST', 'content' => $body, 'timeout' => 5,
        'header' => implode("\r\n", [...$lines, 'Content-Type: application/json']),
    ]]));
}

/** Carries out what Alibi asks for at misc.php?action=alibi&tid=77, once for each webhook-id. */
function alibi_asked(): void
{
    global $mybb, $cache;
    if ($mybb->get_input('action') !== 'alibi') {
        return;
    }
    $body = file_get_contents('php://input');
    $headers = array_change_key_case(getallheaders(), CASE_LOWER);
    $thread = get_thread($mybb->get_input('tid', MyBB::INPUT_INT));
    $bound = $thread ? ALIBI[(string) $thread['tid']] ?? null : null;
    if (!$bound || !alibi_verify([$bound['secret']], $headers, $body)) {
        alibi_answer(401, ['error' => 'signature']);
    }
    $done = $cache->read('alibi') ?: [];
    $id = $headers['webhook-id'];
    if (!isset($done[$id])) {
        $message = json_decode($body, true);
        $done[$id] = alibi_done($message['type'], $message['data'], $thread, get_user(ALIBI_BOT));
        $cache->update('alibi', array_slice($done, -1000, null, true));
    }
    alibi_answer(200, $done[$id]);
}

function alibi_done(string $type, array $data, array $thread, array $bot): array
{
    require_once MYBB_ROOT . 'inc/datahandlers/post.php';
    $text = (string) $data['text'];
    if ($type === 'forum.message.requested') {
        $mail = ['subject' => $data['subject'], 'message' => $text, 'touid' => $data['to']['id']];
        send_pm($mail, ALIBI_BOT, true) || alibi_answer(404, ['error' => 'no such member']);
        return ['message_id' => ''];
    }
    $edit = $type === 'forum.edit.requested';
    if (!$edit && $type !== 'forum.post.requested') {
        alibi_answer(400, ['error' => 'unknown type']);
    }
    $handler = new PostDataHandler($edit ? 'update' : 'insert');
    $handler->action = $edit ? 'edit' : 'reply';
    $handler->set_data(['message' => $text, 'uid' => ALIBI_BOT, 'username' => $bot['username'],
        'tid' => $thread['tid'], 'fid' => $thread['fid'], 'ipaddress' => '', 'dateline' => TIME_NOW,
        'subject' => 'RE: ' . $thread['subject'], 'options' => ['disablesmilies' => 1]]
        + ($edit ? ['pid' => (int) $data['post_id'], 'edit_uid' => ALIBI_BOT] : []));
    $handler->validate_post() || alibi_answer(400, ['error' => $handler->get_errors()]);
    $done = $edit ? ['pid' => $data['post_id']] + $handler->update_post() : $handler->insert_post();
    return ['post_id' => (string) $done['pid']];
}

function alibi_answer(int $status, array $answer): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    die(json_encode($answer));
}
