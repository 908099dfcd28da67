import { enPeople, type PeopleTexts } from './en-people.ts'

/** Texts of the people beside the messages, and of what one says of oneself. */
export const h: PeopleTexts = enPeople
