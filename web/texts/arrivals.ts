import { type ArrivalTexts, enArrivals } from './en-arrivals.ts'

/** Texts of what other programs hand over, and of installing the client. */
export const a: ArrivalTexts = enArrivals
