export { attributeIn } from './attribute.ts'
export { escapeHtml, Html, html } from './html.ts'
