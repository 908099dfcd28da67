export { attributeIn, escapeHtml, Html, html } from './html.ts'
