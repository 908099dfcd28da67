import { z } from '#contract'
import { declareOptions, oneOf, option, timeout, webAddress } from '#platform/config'

export const videoCallOptions = declareOptions('video-calls', {
  meetingProvider: option(
    oneOf(['zoom', 'webex', 'custom']).optional(),
    'NAME',
    'Meeting service that people can connect: zoom, webex, or custom with the URLs below. See docs/meeting-links.md.',
  ),
  meetingProviderName: option(z.string().min(1).max(60).optional(), 'TEXT', 'Name of the service shown to people.'),
  meetingClientId: option(z.string().optional(), 'ID', 'Client ID of this server at the service.'),
  meetingClientSecret: option(z.string().optional(), 'SECRET', 'The corresponding secret. Set it in the environment.'),
  meetingClientSecretFile: option(z.string().optional(), 'FILE', 'File containing the secret, as an alternative.'),
  meetingAuthorizeUrl: option(z.string().optional(), 'URL', 'OAuth authorization URL of the service.'),
  meetingTokenUrl: option(z.string().optional(), 'URL', 'OAuth token URL of the service.'),
  meetingCreateUrl: option(z.string().optional(), 'URL', 'URL of the service for creating meetings.'),
  meetingScopes: option(z.string().optional(), 'LIST', 'Scopes to request, separated by spaces.'),
  meetingClientAuth: option(
    oneOf(['basic', 'post']).optional(),
    'basic|post',
    'How to send the client secret: in a header (basic) or in the body (post).',
  ),
  meetingLinkField: option(
    z.string().min(1).optional(),
    'NAME',
    'Field of the response that contains the meeting URL.',
  ),
  meetingTimeoutSeconds: option(timeout(10), 'N', 'Timeout for requests to the service, in seconds.'),
  bigBlueButtonUrl: option(
    webAddress().optional(),
    'URL',
    'URL of a BigBlueButton server for calls, as printed by `bbb-conf --secret`: https://HOST/bigbluebutton/.',
  ),
  bigBlueButtonSecret: option(
    z.string().optional(),
    'SECRET',
    'Shared secret of the BigBlueButton server. Set it in the environment.',
  ),
  nextcloudUrl: option(webAddress().optional(), 'URL', 'URL of a Nextcloud server with Talk for calls.'),
  nextcloudUser: option(z.string().optional(), 'NAME', 'Nextcloud account that creates the conversations.'),
  nextcloudPassword: option(
    z.string().optional(),
    'SECRET',
    'App password of that account. Set it in the environment.',
  ),
  constructorGroupsUrl: option(
    webAddress().optional(),
    'URL',
    'API URL for creating rooms in Constructor Groups. See docs/meeting-links.md.',
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
    "JSON of a new room in that API. {name} stands for the organization's name.",
  ),
  constructorGroupsLinkField: option(
    z.string().min(1).optional(),
    'NAME',
    "Field of the response that contains the room's URL. Dots separate nested fields.",
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
