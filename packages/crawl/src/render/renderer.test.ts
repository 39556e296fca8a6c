import { expect, test } from 'vitest'
import { openConnections } from '../net/connect.ts'
import { ANY, request } from '../net/request.ts'
import { serveSite } from '../testing/site-server.ts'
import { openRenderer } from './renderer.ts'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** A page that tries each way out, and then shows the outcomes. */
const escapes = (port: string): string => `<!doctype html><div id="app"></div><script type="module">
  const tries = {
    fetch: fetch('http://127.0.0.1:${port}/fetch'),
    name: fetch('http://localhost:${port}/name'),
    six: fetch('http://[::1]:${port}/six'),
    decimal: fetch('http://2130706433:${port}/decimal'),
    post: fetch('http://127.0.0.1:${port}/post', { method: 'POST', mode: 'no-cors', body: 'x' }),
    file: fetch('file:///etc/hostname'),
    worker: navigator.serviceWorker?.register('http://127.0.0.1:${port}/worker.js') ?? Promise.reject(),
  }
  new WebSocket('ws://127.0.0.1:${port}/socket')
  navigator.sendBeacon('http://127.0.0.1:${port}/beacon', 'x')
  new Image().src = 'http://127.0.0.1:${port}/image'
  for (const [name, attribute] of [['iframe', 'src'], ['object', 'data'], ['script', 'src'], ['link', 'href']]) {
    const element = document.createElement(name)
    if (name === 'link') element.rel = 'prefetch'
    element[attribute] = 'http://127.0.0.1:${port}/' + name
    document.body.append(element)
  }
  window.open('http://127.0.0.1:${port}/window')
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
  peer.createDataChannel('x')
  peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  const ends = []
  const show = () => (document.querySelector('#app').textContent = ends.toSorted().join(', '))
  for (const [name, one] of Object.entries(tries)) {
    one.then(() => ends.push(name + ' open'), () => ends.push(name + ' shut')).finally(show)
  }
</script>`

test('a page in the browser reaches no address that the crawl may not reach', { tags: 'long' }, async () => {
  await using secret = await serveSite({
    '*': (_, response) => void response.setHeader('access-control-allow-origin', '*').end('secret'),
  })
  const connections = openConnections({ allowPrivate: false, ports: new Set([new URL(secret.origin).port]) })
  const requester = { connections, userAgent: 'Docent/1.0', loginOrigins: new Set<string>(), bytes: 1e6, seconds: 20 }
  const renderer = await openRenderer(chromium, {
    ...requester,
    async fetch(url) {
      const outcome = await request(requester, { url }, ANY)
      return outcome.kind === 'received' ? outcome : undefined
    },
  })
  const { html } = await renderer.render('http://docs.example/', escapes(new URL(secret.origin).port))
  await renderer.close()
  await connections.agent.destroy()
  expect(secret.requests).toEqual([])
  expect(/id="app">([^<]*)</.exec(html)?.[1]).toBe(
    ['decimal', 'fetch', 'file', 'name', 'post', 'six', 'worker'].map((name) => `${name} shut`).join(', '),
  )
})

test('a page whose script never ends fails in time, and the next page is rendered', { tags: 'long' }, async () => {
  const renderer = await openRenderer(chromium, { userAgent: 'x', bytes: 1e6, fetch: async () => undefined }, 3000)
  const endless = renderer.render('http://docs.example/a', '<p>Text</p><script>for (;;);</script>')
  await expect(endless).rejects.toThrow('a script of the page did not end within 3 s')
  expect((await renderer.render('http://docs.example/b', '<p>Text</p>')).html).toContain('Text')
  await renderer.close()
})
