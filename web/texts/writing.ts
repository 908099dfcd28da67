import type { Texts } from './en.ts'
import { enWriting, type WritingTexts } from './en-writing.ts'
import { t as texts } from './index.ts'

/** All texts, those of composing among them: for what is loaded after the first view. */
export const t: Texts & WritingTexts = { ...texts, ...enWriting }
