/** Calls the browser and submits the response as a form. Supports every browser that has passkeys. */
export const passkeyScript = `
const form = document.querySelector('form[data-options]')
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
form.hidden = false
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const options = JSON.parse(form.dataset.options)
  const allowCredentials = (options.allowCredentials || []).map((one) => ({ ...one, id: bytes(one.id) }))
  try {
    const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials }
    const { id, rawId, type, response } = await navigator.credentials.get({ publicKey })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    form.elements.answer.value = JSON.stringify({
      id, type, rawId: text(rawId), response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: userHandle && userHandle.byteLength ? text(userHandle) : null,
      },
    })
    form.submit()
  } catch {
    document.getElementById('problem').hidden = false
  }
})
`
