// What a player likes, kept in this browser: sound, and how much may move.
export type Motion = "system" | "none";

class Habits {
  sound = $state(localStorage.getItem("sound") === "on");
  motion = $state<Motion>(localStorage.getItem("motion") === "none" ? "none" : "system");

  begin(): void {
    document.documentElement.dataset.motion = this.motion;
  }

  hear(sound: boolean): void {
    this.sound = sound;
    localStorage.setItem("sound", sound ? "on" : "off");
  }

  move(motion: Motion): void {
    this.motion = motion;
    localStorage.setItem("motion", motion);
    this.begin();
  }
}

export const habits = new Habits();
