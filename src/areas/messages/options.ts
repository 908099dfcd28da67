import { days, declareOptions, oneOf, option } from '#platform/config'

export const messageOptions = declareOptions({
  keepDeletedMessagesDays: option(
    days(30),
    'N',
    'How long a deleted message can be brought back by the command line, in days.',
  ),
  proxyExternalPictures: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether pictures of other servers that messages link to are passed on by this one, so that those servers do not learn who reads them.',
  ),
})
