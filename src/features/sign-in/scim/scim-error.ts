type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** A SCIM error; administrators see it in the request log. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }

  get body(): object {
    const { status, scimType, message } = this
    return { schemas: [errorSchema], status: String(status), ...(scimType ? { scimType } : {}), detail: message }
  }
}

export const badFilter = (detail: string) => new ScimError(400, 'invalidFilter', detail)
export const badPath = (detail: string) => new ScimError(400, 'invalidPath', detail)
export const badSyntax = (detail: string) => new ScimError(400, 'invalidSyntax', detail)
export const badValue = (detail: string) => new ScimError(400, 'invalidValue', detail)
export const taken = (detail: string) => new ScimError(409, 'uniqueness', detail)
/** Also for another organization's resource. */
export const noSuchResource = (id: string) => new ScimError(404, undefined, `Resource ${id.slice(0, 100)} not found`)
export const otherVersion = () => new ScimError(412, undefined, 'The resource has changed: its version is another one')
