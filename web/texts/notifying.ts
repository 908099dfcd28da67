import { enNotifying, type NotifyingTexts } from './en-notifying.ts'

/** Texts of how this browser is asked whether it notifies. */
export const n: NotifyingTexts = enNotifying
