// What other code imports from this feature, besides its declarations: Slack's formats, and signatures.
export { link, unescaped, withoutWildcards } from './slack-markdown.ts'
export { slackMessage } from './slack-message.ts'
export { Attachment, Block } from './slack-payload.ts'
export { hmac, oneOf } from './tools/signatures.ts'
export { standardSignature, standardWebhook } from './tools/standard-webhook.ts'
