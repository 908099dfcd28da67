/** The most of a document's text that is taken, in characters. */
export const maxText = 20_000
/** Of a PDF, so many pages. */
export const maxPages = 200
/** A PDF that takes longer is one without text. */
export const pdfPatienceMs = 20_000
/** One that needs more as well, in bytes of the whole process that reads it. */
export const maxPdfMemory = 384 * 2 ** 20
