export { canHoldText, documentBytes, textIn } from './document-text.ts'
