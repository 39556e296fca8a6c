export { SearchDialog as default } from '@docent/dialog'
