import { enOwn, type OwnTexts } from './en-own.ts'

/** Texts of what concerns oneself and this browser. */
export const o: OwnTexts = enOwn
