/** What an invitation says, as a link and beside its picture. */
export interface Invitation {
  title: string;
  text: string;
  url: string;
}
