/** The most of a document's text that is taken, in characters. */
export const mostText = 20_000
/** Of a PDF, so many pages. */
export const mostPages = 200
