import { assert, startServer, TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import * as api from './api.ts'
import { callUpkeep } from './due.ts'
import { leaseSecs } from './limits.ts'

const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string]

test('metrics and the log follow calls from start to end without naming anyone', async () => {
  const text: string[] = []
  const server = await startServer({ logLevel: 'info' }, { log: { write: (line) => void text.push(line) } })
  try {
    const society = await TestOrganization.found(server)
    const ada = society.owner
    const ben = await society.join('Ben')
    const scrape = async () => {
      const lines = (await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()).split('\n')
      const found = lines.filter((line) => /^loquat_calls?_/.test(line) || /^loquat_calls /.test(line))
      return new Map(found.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
    }
    const answered = await ada.call(api.startCall, { type: 'direct', to: [ben.id], session_id: one })
    await ben.call(api.joinCall, { call_id: answered.call.call_id, session_id: two })
    const during = await scrape()
    assert.deepEqual([during.get('loquat_calls'), during.get('loquat_call_participants')], [1, 2])
    server.clock.advance(120_000)
    await ada.call(api.endCall, { call_id: answered.call.call_id })
    const missed = await ada.call(api.startCall, { type: 'direct', to: [ben.id], session_id: one })
    await ada.call(api.leaveCall, { call_id: missed.call.call_id, session_id: one })
    const channelId = await makeChannel(society.org, 'lunch', [ada, ben])
    const place = { type: 'channel', to: channelId, topic: 'soup' } as const
    const alone = await ada.call(api.startCall, { ...place, session_id: three })
    server.clock.advance((leaseSecs + 1) * 1_000)
    await callUpkeep.run(ada.org, undefined as never, () => true)
    const after = await scrape()
    const values = (metric: string) =>
      [...after].flatMap(([series, value]) => (series.startsWith(`${metric}{`) ? [`${series} ${value}`] : [])).sort()
    assert.deepEqual(values('loquat_calls_started_total'), [
      'loquat_calls_started_total{type="channel"} 1',
      'loquat_calls_started_total{type="direct"} 2',
    ])
    assert.deepEqual(values('loquat_calls_ended_total'), [
      'loquat_calls_ended_total{outcome="alone"} 1',
      'loquat_calls_ended_total{outcome="answered"} 1',
      'loquat_calls_ended_total{outcome="missed"} 1',
    ])
    assert.deepEqual(values('loquat_call_sessions_ended_total'), [
      'loquat_call_sessions_ended_total{reason="ended"} 2',
      'loquat_call_sessions_ended_total{reason="left"} 1',
      'loquat_call_sessions_ended_total{reason="lost"} 1',
    ])
    assert.equal(after.get('loquat_call_duration_seconds_count'), 1)
    assert.equal(after.get('loquat_call_duration_seconds_bucket{le="60"}'), 0)
    assert.equal(after.get('loquat_call_duration_seconds_bucket{le="300"}'), 1)
    assert.equal(after.get('loquat_call_duration_seconds_bucket{le="+Inf"}'), 1)
    assert.ok(Math.abs((after.get('loquat_call_duration_seconds_sum') ?? 0) - 120) < 60)
    const logged = text
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => String(event).startsWith('call.'))
    assert.deepEqual(
      logged.map(({ event, call, outcome, user }) => [event, call, outcome ?? user]),
      [
        ['call.started', answered.call.call_id, ada.id],
        ['call.ended', answered.call.call_id, 'answered'],
        ['call.started', missed.call.call_id, ada.id],
        ['call.ended', missed.call.call_id, 'missed'],
        ['call.started', alone.call.call_id, ada.id],
        ['call.session_lost', alone.call.call_id, ada.id],
        ['call.ended', alone.call.call_id, 'alone'],
      ],
    )
  } finally {
    await server.close()
  }
})
