import { bool, GroupId, int, list, record, text, UserId, z } from '#contract'

/** Characters in one field of an answer. */
const maxValueLength = 2_000
const maxQuestions = 10
const maxButtons = 10
const maxOptions = 50
const maxAnswerers = 100

const itemId = text({ min: 1, max: 40 }).refine(
  (id) => /^[a-z][\w-]*$/i.test(id),
  'is no id: a letter, then letters, digits, _ and -',
)
const sound = (value: string) => !value.includes('\u0000') && value.isWellFormed()
const label = text({ trim: true, min: 1, max: 100 }).refine(sound, 'cannot be stored')
const note = text({ trim: true, max: 500 }).refine(sound, 'cannot be stored')

const Item = z.strictObject({ id: itemId, label })
const Button = Item.extend({ style: z.enum(['plain', 'primary', 'danger']).optional() })
const Menu = Item.extend({ options: list(Item, { min: 1, max: maxOptions }), required: bool.optional() })
const Field = Item.extend({
  multiline: bool.optional(),
  max_length: int.min(1).max(maxValueLength).optional(),
  required: bool.optional(),
})

function idTwice(items: readonly { readonly id: string }[]): string | undefined {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) return id
    seen.add(id)
  }
  return undefined
}

/**
 * A form below a bot's message. Each button submits the form; without `buttons`, the `submit` button does. Without
 * `answerers` or `answerer_group` everyone who can read the message can answer; without `times`, once.
 */
export const Interactive = z
  .strictObject({
    buttons: list(Button, { max: maxButtons }).optional(),
    menus: list(Menu, { max: maxQuestions }).optional(),
    fields: list(Field, { max: maxQuestions }).optional(),
    /** IDs of menus and fields in the order in which they're shown; the others follow, menus first. */
    order: list(itemId, { max: 2 * maxQuestions }).optional(),
    submit: label.optional(),
    answerers: list(UserId, { min: 1, max: maxAnswerers }).optional(),
    /** Members of this group can answer. */
    answerer_group: GroupId.optional(),
    times: z.enum(['once', 'many']).optional(),
    /** Shown after it's closed. */
    closing_note: note.optional(),
  })
  .superRefine(({ buttons = [], menus = [], fields = [], order = [], submit, answerers, answerer_group }, ctx) => {
    const fail = (message: string) => ctx.addIssue({ code: 'custom', message })
    const items = [...buttons, ...menus, ...fields]
    if (items.length === 0) return fail('has no buttons, menus or fields')
    if (buttons.length > 0 && submit !== undefined) return fail("has 'submit' beside buttons, which send it themselves")
    if (answerers && answerer_group !== undefined) return fail("has both 'answerers' and 'answerer_group'")
    const unknown = order.find((id) => ![...menus, ...fields].some((item) => item.id === id))
    if (unknown !== undefined) return fail(`has the unknown id '${unknown}' in 'order'`)
    const twice = idTwice(items) ?? menus.map(({ options }) => idTwice(options)).find((id) => id !== undefined)
    if (twice !== undefined) fail(`has the id '${twice}' twice`)
  })
export type Interactive = z.output<typeof Interactive>

export const InteractiveWidget = z.strictObject({ widget_type: z.literal('interactive'), extra_data: Interactive })

/** `values` are keyed by menu ID, where they are option IDs, or by field ID. */
export const Answer = z.strictObject({
  type: z.literal('answer'),
  button: itemId.optional(),
  values: record(itemId, text({ max: maxValueLength }).refine(sound, 'cannot be stored'), {
    max: 2 * maxQuestions,
  }).optional(),
})
export type Answer = z.output<typeof Answer>

export const InteractiveAction = z.discriminatedUnion('type', [
  Answer,
  z.strictObject({ type: z.literal('update'), extra_data: Interactive }),
  z.strictObject({ type: z.literal('close'), note: note.optional() }),
])
