import { createHash } from 'node:crypto'
import { ApiError, apiError } from '#contract'
import type { Config } from '#platform/config'
import { type Html, html } from '#platform/html'
import { htmlPage } from '#platform/http'
import { asSentence } from '#platform/languages'
import { OutboundError } from '#platform/outbound'
import { secretsOf } from '#platform/secrets'
import { type FormHandler, formForAnyone, type HtmlPage, type OpenContext, type Page } from '#platform/serve'
import { errorText } from '../../people/languages/error-text.ts'
import type { Call } from './bigbluebutton-call.ts'
import { joinPath, purpose, serverOf, signed } from './bigbluebutton-call.ts'
import { videoCallOptions } from './options.ts'
import { textsIn } from './texts.ts'

const badLink = apiError(400, 'BAD_REQUEST', 'This call link is incomplete')

const noName = apiError(400, 'BAD_REQUEST', 'Enter your name')

const unavailable = apiError(502, 'BAD_REQUEST', "Couldn't open the call: {reason}")

function callIn({ org, server }: OpenContext, query: ReadonlyMap<string, string>): Call {
  serverOf(server.config)
  const [id = '', name = ''] = [query.get('meeting_id'), query.get('name')]
  const [voiceOnly, moderator] = [query.get('voice_only') === 'true', query.get('moderator') === 'true']
  const call: Call = { id, name, voiceOnly, moderator }
  if (!secretsOf(server.config).isSigned(purpose, signed(org.id, call), query.get('checksum') ?? '')) throw badLink()
  return call
}

/** A BigBlueButton API URL, with its checksum. */
function apiAddress(config: Config, action: 'create' | 'join', params: Record<string, string>): string {
  const { url, secret } = serverOf(config)
  const query = new URLSearchParams(params).toString()
  const checksum = createHash('sha256').update(`${action}${query}${secret}`).digest('hex')
  return `${url}${action}?${query}&checksum=${checksum}`
}

const fields = ['meeting_id', 'name', 'voice_only', 'moderator', 'checksum'] as const

function form({ language }: OpenContext, call: Call, values: ReadonlyMap<string, string>, problem: Html): HtmlPage {
  const hidden = fields.flatMap((field) => {
    const value = values.get(field)
    return value === undefined ? [] : [html`<input type="hidden" name="${field}" value="${value}">`]
  })
  const { name, join } = textsIn(language)
  return htmlPage(
    language,
    call.name,
    html`${problem}<form method="post" action="${joinPath}">${hidden}<label for="who">${name}</label>
<input id="who" name="who" autocomplete="name" required maxlength="100"><button type="submit">${join}</button></form>`,
  )
}

/** The first person who joins starts the call; creating it again has no effect. */
const submit: FormHandler = (ctx, _params, values) =>
  orErrorPage(ctx, async () => {
    const call = callIn(ctx, values)
    const { config } = ctx.server
    const who = (values.get('who') ?? '').trim().slice(0, 100)
    if (!who)
      return form(
        ctx,
        call,
        values,
        html`<p role="alert">${asSentence(ctx.language, errorText(ctx.language, noName()))}</p>`,
      )
    const voice = { webcamsOnlyForModerator: 'true', lockSettingsDisableCam: 'true' }
    const address = apiAddress(config, 'create', {
      meetingID: call.id,
      name: call.name,
      ...(call.voiceOnly ? voice : {}),
    })
    const answer = await ctx.server.outbound
      .request({
        url: address,
        timeoutMs: videoCallOptions(config).meetingTimeoutSeconds * 1000,
        maxBytes: 64 * 1024,
        trusted: true,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? unavailable({}, { reason: error.message }) : error
      })
    if (answer.status !== 200 || !answer.text().includes('<returncode>SUCCESS</returncode>'))
      throw unavailable({}, { reason: 'the server of the call refused' })
    const role = call.moderator ? 'MODERATOR' : 'VIEWER'
    const join = apiAddress(config, 'join', { fullName: who, meetingID: call.id, role, redirect: 'true' })
    return htmlPage(ctx.language, call.name, html`<p><a href="${join}">${textsIn(ctx.language).enter}</a></p>`)
  })

async function orErrorPage({ language }: OpenContext, work: () => Promise<HtmlPage>): Promise<HtmlPage> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { failed } = textsIn(language)
    return htmlPage(
      language,
      failed,
      html`<p role="alert">${asSentence(language, errorText(language, error))}</p>`,
      error.status,
    )
  }
}

export const bigBlueButtonPages: readonly Page[] = [
  formForAnyone(
    joinPath,
    (ctx, _params, query) =>
      orErrorPage(ctx, async () => {
        const values = new Map(query)
        return form(ctx, callIn(ctx, values), values, html``)
      }),
    submit,
  ),
]
