import { z } from '#contract'

// Senders differ a lot: only used fields are validated, and unknown ones are left out.
const words = z.union([z.string(), z.number()]).transform(String)
const optional = words.nullish().transform((value) => value ?? undefined)

const TextObject = z.object({ type: z.string().default('mrkdwn'), text: z.string() })
export type TextObject = z.infer<typeof TextObject>
const TextLike = z.union([TextObject, z.string().transform((text): TextObject => ({ type: 'mrkdwn', text }))])

const Element = z.looseObject({
  type: z.string(),
  text: TextLike.optional(),
  url: z.string().optional(),
  image_url: z.string().optional(),
  alt_text: z.string().optional(),
})
export type Element = z.infer<typeof Element>

const most = 100
export const Block = z.looseObject({
  type: z.string(),
  text: TextLike.optional(),
  fields: z.array(TextLike).max(most).optional(),
  accessory: Element.optional().catch(undefined),
  elements: z.array(z.unknown()).max(most).optional(),
  image_url: z.string().optional(),
  alt_text: z.string().optional(),
  title: TextLike.optional(),
})
export type Block = z.infer<typeof Block>

export const Attachment = z.looseObject({
  fallback: optional,
  pretext: optional,
  author_name: optional,
  author_link: optional,
  title: optional,
  title_link: optional,
  text: optional,
  fields: z
    .array(z.looseObject({ title: optional, value: optional }))
    .max(most)
    .nullish(),
  image_url: optional,
  footer: optional,
  blocks: z.array(Block).max(most).nullish(),
})
export type Attachment = z.infer<typeof Attachment>

export const elementsOf = (block: Block): Element[] =>
  (block.elements ?? []).flatMap((one) => {
    const { data } = Element.safeParse(one)
    return data ?? []
  })

export const SlackPayload = z.looseObject({
  text: z.string().nullish(),
  blocks: z.array(Block).max(most).nullish(),
  attachments: z.array(Attachment).max(most).nullish(),
})
export type SlackPayload = z.infer<typeof SlackPayload>
