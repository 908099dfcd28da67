export { canHoldText, documentText } from './document-text.ts'
