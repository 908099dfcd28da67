/** A reply whose JSON fields are written already: `"a":1,"b":2`. */
export class JsonFields {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value of the register response that is written already as JSON. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is no JSON, for callers of somebody else's protocol. */
export class PlainText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
