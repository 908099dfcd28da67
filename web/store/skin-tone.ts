import { keptChoice } from './kept-choice.ts'

/** The modifiers of Unicode, from light to dark. */
export const skinTones = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
export type SkinTone = (typeof skinTones)[number]

/** In which one writes emoji of people; undefined for none of them. */
export const [skinTone, keepSkinTone] = keptChoice<SkinTone | undefined>(
  'skin tone',
  (text) => skinTones.find((one) => one === text),
  (tone) => tone ?? '',
)
