import type { Texts } from './en.ts'
import { enFinding, type FindingTexts } from './en-finding.ts'
import { t as texts } from './index.ts'

/** All texts, those of finding one's way among them: for what is loaded when it is asked for. */
export const t: Texts & FindingTexts = { ...texts, ...enFinding }
