import type { Texts } from './en.ts'
import { enQuiet, type QuietTexts } from './en-quiet.ts'
import { t as texts } from './index.ts'

/** All texts, those of quiet times and mutes among them: for what is loaded when it is asked for. */
export const t: Texts & QuietTexts = { ...texts, ...enQuiet }
