import { expect, test } from 'vitest'
import { languageOfText } from './place.ts'

const SENTENCES = {
  de: 'Die Datei ist nicht für den Server, und der Benutzer muss sie mit einem Passwort auf eine Seite laden.',
  es: 'Puedes usar las variables para los archivos que se crean con el comando, y una de ellas es del usuario.',
  fr: 'Vous pouvez utiliser les variables dans une page, et le nom du fichier est celui des pages sur le serveur.',
  pt: 'Você pode usar uma variável para os arquivos, e não há dados do usuário com o nome dos parâmetros.',
  tr: 'Bu dosya bir sunucu için olarak kullanılır ve daha sonra bunu gibi veya çok benzer bir yol ile açılır.',
  vi: 'Bạn có thể dùng các biến trong trang này và không một giá trị nào của những trang khác được thay đổi khi lưu.',
  en: 'The files of this site are in a folder, and you can use it for the pages that the server has to show.',
}

test.each(Object.entries(SENTENCES))('%s is recognised by its frequent words, also beside code', (lang, sentence) => {
  expect(languageOfText(`${sentence}\nserver.listen(port)\n`.repeat(4))).toBe(lang)
})

test('a few words name no language', () => {
  expect(languageOfText('Der Server. const die = mit(und)')).toBe('en')
})
