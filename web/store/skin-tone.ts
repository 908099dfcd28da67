import { keptChoice } from './kept-choice.ts'

/** Unicode's modifiers, from light to dark. */
export const skinTones = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type SkinTone = (typeof skinTones)[number]

/** The user's default skin tone for emoji; undefined for none. */
export const [skinTone, keepSkinTone] = keptChoice<SkinTone | undefined>(
  'skin tone',
  (text) => skinTones.find((one) => one === text),
  (tone) => tone ?? '',
)
