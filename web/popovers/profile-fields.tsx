import { Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ProfileField } from '../../src/features/people/profile-fields/api.ts'
import { fieldTypes } from '../../src/features/people/profile-fields/field-types.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { setContent } from '../content/content.ts'
import { part } from '../store/connection.ts'
import { nameOf } from '../store/people.ts'
import { c } from '../texts/cards.ts'
import { locale } from '../texts/locale.ts'

const fields = part<ProfileField[]>('custom_profile_fields')
const accounts = part<Record<string, { text?: string; url_pattern?: string }>>('realm_default_external_accounts')
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const { SELECT, DATE, URL: LINK, USER, EXTERNAL_ACCOUNT, PRONOUNS } = fieldTypes
const maxPeople = 50

export const ProfileFields = ({ user }: { user: User }) => (
  <>
    {(fields.value ?? []).map((field) => {
      const said = user.profile_data?.[field.id]
      if (!said?.value || field.type === PRONOUNS.id) return null
      return (
        <Fragment key={field.id}>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">
            <Value field={field} value={said.value} rendered={said.rendered_value} />
          </dd>
        </Fragment>
      )
    })}
  </>
)

export function pronounsOf(user: User): string {
  const field = (fields.value ?? []).find(({ type }) => type === PRONOUNS.id)
  return field ? (user.profile_data?.[field.id]?.value ?? '') : ''
}

interface ValueProps {
  readonly field: ProfileField
  readonly value: string
  readonly rendered: string | undefined
}

const Value = ({ field, value, rendered }: ValueProps) => {
  if (rendered) return <Rendered html={rendered} />
  switch (field.type) {
    case SELECT.id:
      return <>{(parsed(field.field_data) as Record<string, { text?: string }>)[value]?.text ?? value}</>
    case DATE.id: {
      const day = new Date(value)
      return <>{Number.isNaN(day.getTime()) ? value : dateFormat.format(day)}</>
    }
    case LINK.id:
      return <Link href={value} text={value} />
    case EXTERNAL_ACCOUNT.id:
      return <Link href={addressOf(field, value)} text={value} />
    case USER.id:
      return <People ids={parsed(value)} />
  }
  return <>{value}</>
}

const Rendered = ({ html }: { html: string }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, html)
  }, [html])
  return <div class="content" ref={place} />
}

/** Only http(s) URLs become links. */
const Link = ({ href, text }: { href: string; text: string }) =>
  /^https?:\/\//i.test(href) && URL.canParse(href) ? (
    <a class="plain" href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  )

/** URL of an external account, by the field's or the server's URL pattern. */
function addressOf(field: ProfileField, value: string): string {
  const { subtype, url_pattern } = parsed(field.field_data) as { subtype?: string; url_pattern?: string }
  const pattern = url_pattern || (subtype && accounts.value?.[subtype]?.url_pattern) || ''
  return pattern.replace('%(username)s', () => encodeURIComponent(value))
}

const People = ({ ids }: { ids: unknown }) => {
  const all = Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : []
  return (
    <>
      {all.slice(0, maxPeople).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <button type="button" class="plain" data-person={id}>
            {nameOf(id) || c.someone}
          </button>
        </span>
      ))}
    </>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
