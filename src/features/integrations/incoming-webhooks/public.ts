// What other code imports from this feature, besides its declarations: Slack's formats.
export { link, unescaped, withoutWildcards } from './slack-markdown.ts'
export { slackMessage } from './slack-message.ts'
export { Attachment, Block } from './slack-payload.ts'
