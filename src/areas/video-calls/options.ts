import { z } from '#contract'
import { declareOptions, oneOf, option, timeout, webAddress } from '#platform/config'

export const videoCallOptions = declareOptions({
  meetingProvider: option(
    oneOf(['zoom', 'webex', 'custom']).optional(),
    'NAME',
    'The service that makes meetings for people who allow it: zoom, webex, or custom with the addresses below. See docs/meeting-links.md.',
  ),
  meetingProviderName: option(z.string().min(1).max(60).optional(), 'TEXT', 'What people know that service as.'),
  meetingClientId: option(z.string().optional(), 'ID', 'What this server is called at that service.'),
  meetingClientSecret: option(
    z.string().optional(),
    'SECRET',
    'The secret that goes with it; best given in the environment.',
  ),
  meetingClientSecretFile: option(z.string().optional(), 'FILE', 'A file that holds the secret, instead.'),
  meetingAuthorizeUrl: option(z.string().optional(), 'URL', 'Where people allow this server to make meetings.'),
  meetingTokenUrl: option(z.string().optional(), 'URL', 'Where this server gets tokens.'),
  meetingCreateUrl: option(z.string().optional(), 'URL', 'Where this server makes meetings.'),
  meetingScopes: option(z.string().optional(), 'LIST', 'Scopes to ask for, with spaces between.'),
  meetingClientAuth: option(
    oneOf(['basic', 'post']).optional(),
    'basic|post',
    'Whether this server shows its secret in a header or in the body.',
  ),
  meetingLinkField: option(
    z.string().min(1).optional(),
    'NAME',
    "The field of the service's answer that holds the address of a meeting.",
  ),
  meetingTimeoutSeconds: option(timeout(10), 'N', 'How long that service may take for an answer.'),
  bigBlueButtonUrl: option(
    webAddress().optional(),
    'URL',
    'A BigBlueButton server for calls, as `bbb-conf --secret` prints it: https://HOST/bigbluebutton/.',
  ),
  bigBlueButtonSecret: option(z.string().optional(), 'SECRET', 'Its shared secret; best given in the environment.'),
  nextcloudUrl: option(
    webAddress().optional(),
    'URL',
    'A Nextcloud server with Talk for calls: its address as browsers open it.',
  ),
  nextcloudUser: option(z.string().optional(), 'NAME', 'The account there in whose name conversations are made.'),
  nextcloudPassword: option(
    z.string().optional(),
    'SECRET',
    'An app password of that account; best given in the environment.',
  ),
  constructorGroupsUrl: option(
    webAddress().optional(),
    'URL',
    'Where rooms are made in Constructor Groups: the whole address in its API. See docs/meeting-links.md.',
  ),
  constructorGroupsAccessKey: option(z.string().optional(), 'KEY', 'The access key for that API.'),
  constructorGroupsSecretKey: option(
    z.string().optional(),
    'SECRET',
    'The secret key that goes with it; best given in the environment.',
  ),
  constructorGroupsRoom: option(
    z.string().refine(isJson, 'is not JSON').default('{"name":"{name}"}'),
    'JSON',
    'What a new room is, in that API; {name} stands for the name of the organization.',
  ),
  constructorGroupsLinkField: option(
    z.string().min(1).optional(),
    'NAME',
    "The field of that API's answer that holds the address of a room; dots lead into objects.",
  ),
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
