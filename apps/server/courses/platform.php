<?php
// A learning platform made of LTI-PHP, which peers.test.ts serves with PHP's own server. LTI-PHP signs launches and
// checks our answers. Its roster and scores are stored in a folder, because the library has none as a platform.
declare(strict_types=1);

use ceLTIc\LTI\DataConnector\DataConnector;
use ceLTIc\LTI\Enum\LtiVersion;
use ceLTIc\LTI\Jwt\Jwt;
use ceLTIc\LTI\Platform;
use ceLTIc\LTI\Tool;

$libraries = ['ceLTIc\\LTI\\' => getenv('LTI_PHP'), 'Firebase\\JWT\\' => getenv('PHP_JWT')];
spl_autoload_register(function (string $name) use ($libraries): void {
    foreach ($libraries as $prefix => $folder)
        if (str_starts_with($name, $prefix))
            require "$folder/src/" . strtr(substr($name, strlen($prefix)), '\\', '/') . '.php';
});

const FOLDER = 'FOLDER';
function store(string $name, string $text): void
{
    file_put_contents(getenv(FOLDER) . "/$name", $text);
}
function read(string $name): mixed
{
    return json_decode(file_get_contents(getenv(FOLDER) . "/$name"), true);
}

final class School extends Platform
{
    protected function onContentItem(): void
    {
        store('items.json', $this->messageParameters['content_items']);
        echo '<h1>Added to the course</h1>';
    }

    protected function onError(): void
    {
        parent::onError();
        http_response_code(400);
        echo '<h1>Refused</h1>' . htmlspecialchars((string) $this->reason);
    }
}

Platform::$browserStorageFrame = '_parent';
$connector = DataConnector::getDataConnector();
$origin = getenv('ORIGIN');
$school = new School($connector);
$school->ltiVersion = LtiVersion::V1P3;
$school->platformId = $origin;
[$school->clientId, $school->deploymentId, $school->kid] = ['insignia', '1', 'school'];
$school->accessTokenUrl = "$origin/token";
[$school->signatureMethod, $school->rsaKey] = ['RS256', getenv('KEY')];
$tool = new Tool($connector);
$tool->ltiVersion = LtiVersion::V1P3;
$tool->initiateLoginUrl = getenv('LOGIN_URL');
$tool->redirectionUris = [getenv('LAUNCH_URL')];
$tool->jku = getenv('JWKS_URL');
Tool::$defaultTool = $tool;

/** The page of a course, with the tool in a frame. */
function sendCourse(School $school, string $origin): void
{
    $user = read('people.json')[$_GET['user']];
    $isChoice = isset($_GET['choice']);
    $parameters = [
        'user_id' => $_GET['user'],
        'roles' => $user['role'],
        'lis_person_name_full' => $user['name'],
        'lis_person_contact_email_primary' => $user['email'],
        'context_id' => 'c1',
        'context_title' => 'First aid, autumn',
        'launch_presentation_locale' => 'en',
    ];
    $more = $isChoice
        ? [
            'content_item_return_url' => "$origin/return",
            'accept_types' => 'ltiResourceLink',
            'accept_presentation_document_targets' => 'iframe,window',
            'accept_multiple' => 'false',
            'data' => 'opaque',
        ]
        : [
            'resource_link_id' => $_GET['link'] ?? 'r1',
            'custom_insignia_activity' => read('items.json')[0]['custom']['insignia_activity'],
            'custom_lineitem_url' => "$origin/items/1",
            'custom_ags_scopes' => implode(',', [AGS . 'score', AGS . 'result.readonly']),
            'custom_context_memberships_v2_url' => "$origin/roster",
            'custom_nrps_versions' => '2.0',
        ];
    $type = $isChoice ? 'ContentItemSelectionRequest' : 'basic-lti-launch-request';
    $form = $school->sendMessage(getenv('LAUNCH_URL'), $type, $parameters + $more);
    $frame = htmlspecialchars($form);
    echo '<!doctype html><html lang="en"><title>School</title><h1>Course</h1><script>' . Platform::getStorageJS() .
        "</script><iframe title=\"Tool\" width=\"700\" height=\"700\" srcdoc=\"$frame\"></iframe>";
}

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/';
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

/** Serves a resource to requests with an access token for the scope. */
function serve(School $school, string $scope, callable $answer): void
{
    $scopes = [$scope];
    if (!$school->verifyAuthorization($scopes)) {
        http_response_code(401);
        return;
    }
    header('Content-Type: application/json');
    echo json_encode($answer());
}

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/course':
        sendCourse($school, $origin);
        break;
    case '/auth':
    case '/return':
        $school->handleRequest();
        break;
    case '/jwks':
        header('Content-Type: application/json');
        echo json_encode(Jwt::getJwtClient()::getJWKS($school->rsaKey, 'RS256', $school->kid));
        break;
    case '/token':
        if ($school->verifySignature()) $school->sendAccessToken([AGS . 'score', AGS . 'result.readonly', NRPS]);
        http_response_code(400);
        echo json_encode(['error' => 'invalid_client', 'error_description' => $school->reason]);
        break;
    case '/roster':
        serve($school, NRPS, fn () => ['id' => "$origin/roster", 'members' => array_map(
            fn ($id, $person) => [
                'user_id' => $id, 'status' => 'Active', 'name' => $person['name'], 'email' => $person['email'],
                'roles' => ["http://purl.imsglobal.org/vocab/lis/v2/membership#{$person['role']}"],
            ],
            array_keys($people = read('people.json')),
            $people,
        )]);
        break;
    case '/items/1/results':
        serve($school, AGS . 'result.readonly', fn () => read('results.json'));
        break;
    case '/items/1/scores':
        serve($school, AGS . 'score', function () {
            store('score.json', file_get_contents('php://input'));
            return [];
        });
        break;
    default:
        http_response_code(404);
}
