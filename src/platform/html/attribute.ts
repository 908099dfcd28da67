/** The escaped value of an attribute in the text of a start tag; empty if there's none. */
export const attributeIn = (attributes: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
