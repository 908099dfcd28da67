/** The text itself if it isn't a valid encoding. */
export function decodedComponent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A part of a narrow in a URL's fragment, with dots instead of percent signs; undefined if it isn't a valid encoding. */
export function decodeOperand(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}
