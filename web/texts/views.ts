import type { Texts } from './en.ts'
import { enViews, type ViewsTexts } from './en-views.ts'
import { t as texts } from './index.ts'

/** All texts, those of the inbox, of catching up and of one's own views among them: for what is loaded later. */
export const t: Texts & ViewsTexts = { ...texts, ...enViews }
