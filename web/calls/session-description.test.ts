import { assert, test } from 'vitest'
import { withoutStrayFeedback } from './session-description.ts'

test('feedback lines of codecs that aren’t offered are removed in each media section', () => {
  const sdp = [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 109',
    'a=rtcp-fb:109 transport-cc',
    'a=rtcp-fb:120 nack',
    'm=video 9 UDP/TLS/RTP/SAVPF 120 124',
    'a=rtcp-fb:120 nack pli',
    'a=rtcp-fb:121 nack',
    'a=rtcp-fb:109 nack',
    'a=rtcp-fb:* ccm fir',
    'a=rtpmap:120 VP8/90000',
    '',
  ]
  const stray = new Set([3, 6, 7])
  assert.equal(withoutStrayFeedback(sdp.join('\r\n')), sdp.filter((_, at) => !stray.has(at)).join('\r\n'))
})
