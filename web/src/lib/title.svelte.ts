// The page's title and its small picture: they tell, from behind other tabs, that it is my turn.
import { myself } from "./me.svelte";
import { t } from "./words.svelte";

class Title {
  page = $state(""); // what is shown now, in words
  here = $state<boolean | null>(null); // whether it is my turn at the table I sit at; null: at none

  /** Whether somebody waits for me. At a table its own news counts, being newer. */
  readonly mine = $derived(this.here === true || (this.here === null && myself.turns.length > 0));

  begin(): void {
    $effect(() => {
      const name = this.page ? t("title.page", { page: this.page }) : t("app.name");
      document.title = this.mine ? t("title.yourTurn", { title: name }) : name;
    });
    $effect(() => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
      if (link) link.href = this.mine ? "/icon-turn.svg" : "/icon.svg";
    });
  }
}

export const title = new Title();
