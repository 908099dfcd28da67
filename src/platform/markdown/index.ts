export { alertWordsIn, wordFinder } from './alerts.ts'
export { channelUrl, directMessageUrl, encodeFragment, escapeMarkdown, topicUrl } from './channels.ts'
export type { LinkPreview, MarkdownContext, Rendered, UploadedFile } from './context.ts'
export {
  type CompiledLinkifier,
  compileLinkifiers,
  type LinkifierRow,
  linkifierError,
  matchesWhole,
  namedGroups,
} from './linkifiers.ts'
export { RENDERER_VERSION, renderMarkdown } from './markdown.ts'
export { plainText } from './plain.ts'
export { renderBriefly, renderText, renderTexts, type TextToRender } from './rendering/rendering.ts'
export { reverseTemplateVariables, templateVariables } from './templates.ts'
export { outsideLinksInTopic, topicLinks } from './topics.ts'
