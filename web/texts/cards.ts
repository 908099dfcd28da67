import { type CardTexts, enCards } from './en-cards.ts'

/** Texts of the cards of people and groups. */
export const c: CardTexts = enCards
