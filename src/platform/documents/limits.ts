/** Maximum length of a document's text in characters. */
export const maxText = 20_000
export const maxPages = 200
/** Time limit for parsing a PDF; after it, there is no text. */
export const pdfPatienceMs = 20_000
/** Memory limit of the parsing process (RSS) in bytes. */
export const maxPdfMemory = 384 * 2 ** 20
