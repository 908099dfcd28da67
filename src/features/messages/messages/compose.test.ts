import sharp from 'sharp'
import { assert, type Person, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { upload } from '../../../../test/harness/files.ts'
import { compose, composeContext, composeText } from './actions/compose.ts'
import { renderMessage } from './api/render.ts'

const photo = () =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#c40' } })
    .png()
    .toBuffer()
const dimensions = /data-original-dimensions="900x300"/

const inNameOf = (person: Person) => {
  const viewer = person.org.viewer(person.id)
  assert.ok(viewer)
  return composeContext(person.org, viewer)
}

async function nameOthers(person: Person): Promise<void> {
  for (let text = 0; text < 14; text++) {
    const names = Array.from({ length: 200 }, (_, at) => `/user_uploads/${person.org.id}/a/${text}/${at}.png`)
    await composeText(inNameOf(person), names.join(' '))
  }
}

test('composing a text finds its files while other texts reference thousands', async ({ ada, ben }) => {
  await makeChannel(ada.org, 'weaving', [ada])
  await ada.sends('one', { channel: 'weaving', topic: 'looms' })
  const { url } = await upload(ada, 'photo.png', await photo())
  const own = inNameOf(ada)
  let asked = 0
  const { rendered } = await compose(
    {
      ...own,
      async read(work) {
        const found = await own.read(work)
        asked++
        await nameOthers(ben)
        return found
      },
    },
    {
      place: { type: 'direct', to: [ada.id], topic: undefined },
      content: `[photo](${url}) #**weaving>looms**`,
      client: 'test',
    },
  )
  assert.equal(asked, 2, 'one statement for the files, one for the topics')
  assert.match(rendered.html, dimensions)
})

test('composing a text without files or topics makes no queries', async ({ ada }) => {
  const read = () => assert.fail('asked')
  const { rendered } = await composeText({ ...inNameOf(ada), read }, 'Hello **there**')
  assert.equal(rendered.html, '<p>Hello <strong>there</strong></p>')
})

test('a preview renders a text as it will be sent', async ({ ada }) => {
  const { url } = await upload(ada, 'photo.png', await photo())
  await nameOthers(ada)
  const { rendered } = await ada.call(renderMessage, { content: `[photo](${url})` })
  assert.match(rendered, dimensions)
})
