/** Undefined if the text isn't JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Compares JSON values; the order of an object's keys matters. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The first bytes of every successful response; its fields follow. */
export const envelopeBegins = '{"result":"success","msg":""'
