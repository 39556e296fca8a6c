// The script of the PyData theme claims Ctrl+K and Cmd+K, even without its own dialog. This one runs before it.
addEventListener(
  'keydown',
  (event) => {
    const isKey = event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey && !event.shiftKey && !event.altKey
    const opener = document.querySelector('[data-docent]')
    if (!isKey || !opener || document.querySelector('dialog.DocSearch-Container[open]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    opener.click()
  },
  true,
)
