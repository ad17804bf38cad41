<?php
// Does what Alibi asks for, as its bot. A sketch, NEVER TRIED ON A LIVE BOARD: see ../../../README.md.

namespace alibi\bridge\controller;

use Symfony\Component\HttpFoundation\JsonResponse;

require_once __DIR__ . '/../verify.php';

class asked
{
    private $bot;
    private $topics;
    private $db;
    private $kept;
    private $user;
    private $auth;
    private $root;

    public function __construct($bot, $topics, $db, $kept, $user, $auth, $root)
    {
        [$this->bot, $this->topics, $this->db, $this->kept] = [(int) $bot, $topics, $db, $kept];
        [$this->user, $this->auth, $this->root] = [$user, $auth, $root];
    }

    public function asked($topic): JsonResponse
    {
        $body = file_get_contents('php://input');
        $headers = array_change_key_case(getallheaders(), CASE_LOWER);
        $bound = $this->topics[(string) $topic] ?? null;
        if (!$bound || !alibi_verify([$bound['secret']], $headers, $body)) {
            return new JsonResponse(['error' => 'signature'], 401);
        }
        $done = json_decode($this->kept->get('alibi_done') ?: '[]', true);
        $id = $headers['webhook-id'];
        if (!isset($done[$id])) {
            $message = json_decode($body, true);
            $can = ['forum.post.requested' => 'post', 'forum.message.requested' => 'message'];
            if (!isset($can[$message['type'] ?? ''])) {
                return new JsonResponse(['error' => 'cannot do that'], 501); // edits, too
            }
            require_once $this->root . 'includes/functions_posting.php';
            require_once $this->root . 'includes/functions_privmsgs.php';
            $this->user->data = $this->row('SELECT * FROM ' . USERS_TABLE . ' WHERE user_id = ', $this->bot);
            $this->auth->acl($this->user->data);
            $done[$id] = $this->{$can[$message['type']]}((int) $topic, $message['data']);
            $this->kept->set('alibi_done', json_encode(array_slice($done, -1000, null, true)));
        }
        return new JsonResponse($done[$id]);
    }

    private function post(int $topic, array $data): array
    {
        $t = $this->row('SELECT t.*, f.forum_name FROM ' . TOPICS_TABLE . ' t JOIN ' . FORUMS_TABLE
            . ' f ON f.forum_id = t.forum_id WHERE t.topic_id = ', $topic);
        $subject = 'Re: ' . $t['topic_title'];
        [$poll, $text] = [[], self::stored($data['text'])];
        $post = $text + ['topic_id' => $topic, 'forum_id' => (int) $t['forum_id'], 'icon_id' => 0,
            'message_md5' => md5($text['message']), 'topic_title' => $t['topic_title'],
            'forum_name' => $t['forum_name'], 'notify' => false, 'notify_set' => 0, 'post_time' => 0,
            'post_edit_locked' => 0, 'enable_indexing' => true, 'force_approved_state' => true];
        submit_post('reply', $subject, $this->user->data['username'], POST_NORMAL, $poll, $post);
        return ['post_id' => (string) $post['post_id']];
    }

    private function message(int $topic, array $data): array
    {
        $me = $this->user->data;
        $mail = self::stored($data['text']) + ['icon_id' => 0, 'from_user_id' => $this->bot,
            'from_user_ip' => '', 'from_username' => $me['username'],
            'address_list' => ['u' => [(int) $data['to']['id'] => 'to']]];
        return ['message_id' => (string) submit_pm('post', $data['subject'], $mail)];
    }

    private static function stored(string $text): array
    {
        $text = htmlspecialchars($text, ENT_COMPAT);
        [$uid, $bitfield, $flags] = ['', '', 0];
        generate_text_for_storage($text, $uid, $bitfield, $flags, true, true, false);
        return ['message' => $text, 'bbcode_uid' => $uid, 'bbcode_bitfield' => $bitfield,
            'enable_bbcode' => true, 'enable_smilies' => false, 'enable_urls' => true,
            'enable_sig' => false];
    }

    private function row(string $query, int $id): array
    {
        $result = $this->db->sql_query($query . $id);
        $row = $this->db->sql_fetchrow($result);
        $this->db->sql_freeresult($result);
        return $row;
    }
}
