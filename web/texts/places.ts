import { enPlaces, type PlaceTexts } from './en-places.ts'

/** Texts of what one does with channels, topics, folders and groups. */
export const p: PlaceTexts = enPlaces
